// Original file: pacioli/reporting/v1/reports.proto


/**
 * A piece of the answer as its caller gets it: JSON text in UTF-8. All pieces together are the whole of it.
 */
export interface ReportPiece {
  'json'?: (Buffer | Uint8Array | string);
  /**
   * Of the first piece: the instant through which reports are known to have everything, in ISO 8601. Absent while it isn't known.
   */
  'through'?: (string);
  '_through'?: "through";
}

/**
 * A piece of the answer as its caller gets it: JSON text in UTF-8. All pieces together are the whole of it.
 */
export interface ReportPiece__Output {
  'json': (Buffer);
  /**
   * Of the first piece: the instant through which reports are known to have everything, in ISO 8601. Absent while it isn't known.
   */
  'through'?: (string);
}
