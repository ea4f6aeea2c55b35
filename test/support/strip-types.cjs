/** Jest runs the sources as Node does: types stripped, nothing else changed. */
const { createHash } = require('node:crypto');
const { stripTypeScriptTypes } = require('node:module');

module.exports = {
  process: (source) => ({ code: stripTypeScriptTypes(source, { mode: 'strip' }) }),
  getCacheKey: (source, _file, { instrument }) =>
    createHash('sha1').update(source).update(process.version).update(String(instrument)).digest('hex'),
};
