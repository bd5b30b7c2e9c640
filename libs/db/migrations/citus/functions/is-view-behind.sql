-- Whether the view of a shard has to be made anew, or changed, to be like its table: a column is new or of another type, or one that
-- is numbered has no numbers yet. Also where there is no view.
CREATE OR REPLACE FUNCTION is_view_behind_v1(p_table regclass, p_shard regclass, p_view regclass) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM pg_attribute a
      JOIN pg_attribute t ON t.attrelid = p_table AND t.attname = a.attname
      LEFT JOIN pg_attribute v ON v.attrelid = p_view AND v.attname = a.attname AND v.atttypid = a.atttypid AND v.atttypmod = a.atttypmod
     WHERE a.attrelid = p_shard AND a.attnum > 0 AND NOT a.attisdropped
       AND (v.attname IS NULL OR t.attidentity <> '' AND NOT v.atthasdef))
$$;
