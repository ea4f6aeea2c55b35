/**
 * Solves symmetric positive definite systems by Cholesky factorization. Dense and small, because the sparse part has
 * been eliminated. Pure.
 */

export type Vector = Float64Array;
/** A matrix as rows. */
export type Matrix = readonly Vector[];

export const zeros = (size: number): Vector[] => Array.from({ length: size }, () => new Float64Array(size));

/** Returns the lower triangular L with LLᵀ = A. Reads only the lower triangle of A. */
export function factor(a: Matrix): Matrix {
  const l = zeros(a.length);
  for (let row = 0; row < a.length; row++) {
    const [given, own] = [a[row]!, l[row]!];
    for (let column = 0; column <= row; column++) {
      const other = l[column]!;
      let rest = given[column]!;
      for (let inner = 0; inner < column; inner++) rest -= own[inner]! * other[inner]!;
      own[column] = column === row ? Math.sqrt(rest) : rest / other[column]!;
    }
  }
  return l;
}

/** Returns x with Lx = b. */
export function solveLower(l: Matrix, b: Vector): Vector {
  const x = b.slice();
  for (let row = 0; row < x.length; row++) {
    const own = l[row]!;
    let rest = x[row]!;
    for (let inner = 0; inner < row; inner++) rest -= own[inner]! * x[inner]!;
    x[row] = rest / own[row]!;
  }
  return x;
}

/** Returns x with Lᵀx = b. */
export function solveUpper(l: Matrix, b: Vector): Vector {
  const x = b.slice();
  for (let row = x.length - 1; row >= 0; row--) {
    const own = l[row]!;
    const value = (x[row]! /= own[row]!);
    for (let inner = 0; inner < row; inner++) x[inner]! -= own[inner]! * value;
  }
  return x;
}

/** Returns the inverse of LLᵀ. */
export const inverse = (l: Matrix): Matrix =>
  l.map((_, column) => {
    const unit = new Float64Array(l.length);
    unit[column] = 1;
    return solveUpper(l, solveLower(l, unit));
  });

/** Returns the logarithm of the determinant of LLᵀ. */
export const logDeterminant = (l: Matrix): number => l.reduce((sum, row, index) => sum + 2 * Math.log(row[index]!), 0);
