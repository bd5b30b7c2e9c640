-- For tests: its second statement fails, so its first must not stay.
CREATE TABLE half (id int);
SELECT no_such_function();
