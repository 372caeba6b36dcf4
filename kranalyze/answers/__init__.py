"""From deals to answers: questions planned as tasks, solved in columns, settled into rows; lines and par."""
