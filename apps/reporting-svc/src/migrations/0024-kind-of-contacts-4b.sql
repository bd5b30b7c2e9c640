ALTER TABLE read_model_4b.contacts ADD COLUMN kind text;
