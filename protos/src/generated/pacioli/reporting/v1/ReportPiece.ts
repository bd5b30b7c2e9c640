// Original file: pacioli/reporting/v1/reports.proto


/**
 * A piece of the answer as its caller gets it: JSON text in UTF-8. All pieces together are the whole of it.
 */
export interface ReportPiece {
  'json'?: (Buffer | Uint8Array | string);
}

/**
 * A piece of the answer as its caller gets it: JSON text in UTF-8. All pieces together are the whole of it.
 */
export interface ReportPiece__Output {
  'json': (Buffer);
}
