-- each table alone, in public: account_balances, account_day_blocks
GRANT UPDATE ON {{table}} TO {{intake}};
