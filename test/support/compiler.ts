/** The compiler, run on a folder as a user of it would. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const compiler = resolve('node_modules/typescript/bin/tsc');

/** Compiles the project in a folder. Returns what the compiler complains of, and the files that it read. */
export async function compile(project: string): Promise<{ complaints: string[]; files: string[] }> {
  const options = ['--project', project, '--noEmit', '--pretty', 'false', '--listFiles'];
  const { stdout } = await run(process.execPath, [compiler, ...options]).catch((error: { stdout: string }) => error);
  const lines = stdout.trim().split('\n');
  return {
    complaints: lines.filter((line) => !isAbsolute(line)),
    files: lines.filter(isAbsolute).map((file) => relative(project, file)),
  };
}

/** Makes these files of a folder a project, and compiles it. */
export async function compileFiles(folder: string, files: readonly string[], compilerOptions: object) {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  return compile(folder);
}
