-- Nobody reads the lines of this model by their day alone: reports read the sums of days, and lines by account, party or tag.
DROP INDEX read_model_4b.entry_lines_business_id_day_idx;
