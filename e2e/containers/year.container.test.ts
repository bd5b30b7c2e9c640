import { yearComesOut } from '../examples/year.test-helpers.ts'

yearComesOut()
