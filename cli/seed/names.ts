/** Invented names from many places. */

export const firstNames = [
  ...['Ada', 'Aiko', 'Amara', 'Anders', 'Aoife', 'Ayşe', 'Bence', 'Björn', 'Camille', 'Chidi', 'Chloé', 'Dario'],
  ...['Dilan', 'Elif', 'Emeka', 'Esra', 'Fatima', 'Felix', 'Freya', 'Gaël', 'Giulia', 'Hanna', 'Haruto', 'Ibrahim'],
  ...['Imani', 'Inés', 'Ioana', 'Jakub', 'Jana', 'João', 'Jonas', 'Kaisa', 'Karim', 'Lena', 'Liam', 'Lucía'],
  ...['Maja', 'Marek', 'Mateo', 'Mei', 'Mila', 'Nadia', 'Naveen', 'Nils', 'Noor', 'Olga', 'Oskar', 'Priya'],
  ...['Rafael', 'Renée', 'Rosa', 'Samir', 'Saoirse', 'Søren', 'Tomáš', 'Tuva', 'Uma', 'Viktor', 'Yara', 'Zoë'],
];

export const lastNames = [
  ...['Adeyemi', 'Andersen', 'Bauer', 'Bianchi', 'Böhm', 'Brennan', 'Carvalho', 'Castro', 'Chen', 'Çelik'],
  ...['Dąbrowski', 'Diallo', 'Dubois', 'Dvořák', 'Eriksson', 'Esposito', 'Farkas', 'Fernández', 'Fischer', 'Gallagher'],
  ...['García', 'Georgiou', 'Haddad', 'Hansen', 'Horvat', 'Ibáñez', 'Ivanova', 'Jansen', 'Johansson', 'Kaya'],
  ...['Keller', 'Kim', 'Kowalczyk', 'Kumar', 'Laine', 'Lefèvre', 'López', 'Marković', 'Martins', 'Mensah'],
  ...['Moreau', 'Murphy', 'Nagy', 'Nguyễn', 'Novák', 'Okafor', 'Oliveira', 'Petrov', 'Popescu', 'Rossi'],
  ...['Sánchez', 'Sato', 'Schröder', 'Silva', 'Šimić', 'Tanaka', 'van Dijk', 'Virtanen', 'Wójcik', 'Yılmaz'],
];

export const teamAdjectives = [
  ...['Analog', 'Brave', 'Copper', 'Early', 'Electric', 'Foggy', 'Golden', 'Hidden', 'Lucky', 'Northern'],
  ...['Paper', 'Quiet', 'Restless', 'Salty', 'Tiny', 'Velvet'],
];
export const teamNouns = [
  ...['Acorns', 'Badgers', 'Comets', 'Foxes', 'Glaciers', 'Kites', 'Lanterns', 'Magnets', 'Otters', 'Penguins'],
  ...['Pixels', 'Rivers', 'Robots', 'Signals', 'Tides', 'Walruses'],
];
