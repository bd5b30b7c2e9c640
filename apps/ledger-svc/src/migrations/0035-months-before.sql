-- The sums of an account are kept by month for months before this day, and from it on by day alone; those under tag values, and
-- the journal's own, always by both. infinity: every month has its sum, as the version before reads and writes them.
ALTER TABLE businesses
  ADD COLUMN months_before date NOT NULL DEFAULT 'infinity',
  ADD CONSTRAINT businesses_months_before CHECK (NOT isfinite(months_before) OR extract(day FROM months_before) = 1) NOT VALID;
