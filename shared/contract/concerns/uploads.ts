/** Files that come along with a request. */
import { concern } from './concern.ts';

/** Also takes multipart/form-data: parameters as fields, and files named `file_<field id>`. */
export const uploads = concern('uploads', () => ({
  sentence:
    'Files come along in a form (`multipart/form-data`), each named `file_` and the id of its registration field.',
}));
