-- Where a posting comes from, if the request that decided it was traced (W3C Trace Context): the relay delivers it later, and
-- goes on in that trace. Nothing but telling; no index, and null while tracing is off.
ALTER TABLE postings ADD COLUMN traceparent text;
