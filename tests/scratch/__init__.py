"""Tests of the scratch race, by clause (S1 to S10), with a second statement of the race to judge the exact chances by."""
