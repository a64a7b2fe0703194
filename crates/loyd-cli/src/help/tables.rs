//! After the help of `pdb`, `plan pdb` and `cache`.

/// After the help of `pdb build`.
pub(crate) const PDB_BUILD: &str = "\
Examples:
  loyd pdb build 7-8
  loyd pdb build 4-4 --goal blank-last
  loyd pdb build --size 4x4 1,2,5,6/3,4,7,8
  loyd pdb build --size 4x3 --encoding excess -o corner.pdb 1,2,5
  loyd pdb build 6-6-3 --encoding class       for searches in the multi-tile metric
  loyd pdb build patterns.txt
  loyd pdb build --puzzle cube3 g1-35
  loyd pdb build --puzzle cube3 corners       all arrangements of the corners

A drawing has one letter per pattern, _ for the blank and . for tiles in no pattern:

  _ A A
  B A A
  B B B

Tables are stored in the folder LOYD_CACHE, or in loyd/tables in the user's cache folder. Goals whose
blank cells are equal under symmetry share them. Tables of the cube serve every goal;
`loyd pdb list --puzzle cube3` lists them, `loyd cache` lists and removes all that are stored.";

/// After the help of `pdb list`.
pub(crate) const PDB_LIST: &str = "\
Examples:
  loyd pdb list
  loyd pdb list --format json
  loyd pdb list --puzzle cube3";

/// After the help of `pdb info`.
pub(crate) const PDB_INFO: &str = "\
Examples:
  loyd pdb info 7-8
  loyd pdb info corner.pdb --format json
  loyd pdb info --puzzle cube3 g1 --metric quarter";

/// After the help of `pdb verify`.
pub(crate) const PDB_VERIFY: &str = "\
Examples:
  loyd pdb verify 7-8
  loyd pdb verify corner.pdb
  loyd pdb verify --puzzle cube3 g1

Compares all checksums, and the fingerprint where the program knows it: those of the tables that
`loyd pdb list` names, but not of the largest. Entries of tables with up to two million states
(multi-tile: half a million) are recomputed by a plain search. In larger tables, states on random
walks from the goal and all their neighbours are followed to the goal. In tables of the cube, entries
of states on random walks are compared with those of their neighbours, and some with a search. Exits
with 1 if an entry is wrong,
with 2 if a file is damaged.";

/// After the help of `plan pdb`.
pub(crate) const PLAN_PDB: &str = "\
Examples:
  loyd plan pdb 7-8
  loyd plan pdb --size 5x5 1,2,5,6,7,12,3,4
  loyd plan pdb --puzzle cube3 g1-70";

/// After the help of `cache list`.
pub(crate) const CACHE_LIST: &str = "\
Examples:
  loyd cache list
  loyd cache list --json

LOYD_CACHE names the folder of the cache. `loyd pdb list` has the metric and the states of tables, and
the partitions that have a name.";

/// After the help of `cache size`.
pub(crate) const CACHE_SIZE: &str = "\
Examples:
  loyd cache size
  loyd cache size --json";

/// After the help of `cache clear`.
pub(crate) const CACHE_CLEAR: &str = "\
Examples:
  loyd cache clear";
