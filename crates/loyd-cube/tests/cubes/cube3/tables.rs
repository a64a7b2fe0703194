//! Stored tables: from their bytes they are the same, and audits find wrong entries.

use loyd_cube::cube3::{
    BuildError, BuildProgress, Building, CachedTable, Cube3, Rows, TableAudit, TableFinding,
    TableKey, Tables, ThreeByThree,
};
use loyd_cube::{MetricName, Scrambler};
use loyd_search::observe::{Cancel, Limit, Outcome};
use loyd_search::solver::{Outlook, Plan, Settings, Solve};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const G1: TableKey = TableKey::Subgroup(Rows::One);

/// The smallest table, in half turns, and its progress: the calls, and the largest share done.
fn table() -> &'static (CachedTable, u64, u64) {
    static TABLE: OnceLock<(CachedTable, u64, u64)> = OnceLock::new();
    TABLE.get_or_init(|| {
        let (calls, max_percentage) = (AtomicU64::new(0), AtomicU64::new(0));
        let progress = |report: &BuildProgress| {
            assert!(report.done <= report.entries && report.distance < 20);
            calls.fetch_add(1, Relaxed);
            max_percentage.fetch_max(report.done * 100 / report.entries, Relaxed);
        };
        let building = Building { threads: 2, cancel: Cancel::new(), progress: &progress };
        let table = CachedTable::build(G1, MetricName::Half, &building).expect("36 MB");
        (table, calls.into_inner(), max_percentage.into_inner())
    })
}

fn bytes_of(table: &CachedTable) -> Vec<u8> {
    let mut bytes = vec![0; G1.bytes() as usize];
    for (number, part) in bytes.chunks_mut(1 << 20).enumerate() {
        table.read_bytes(number << 20, part);
    }
    bytes
}

fn from_bytes(levels: &[u64], bytes: &[u8]) -> Option<CachedTable> {
    CachedTable::from_bytes(G1, MetricName::Half, levels.to_vec(), bytes).ok()
}

#[test]
fn a_table_from_its_bytes_is_the_same() {
    let (table, calls, max_percentage) = table();
    assert!(
        *calls > 1000 && *max_percentage >= 95,
        "progress is reported: {calls} times, {max_percentage} %"
    );
    let bytes = bytes_of(table);
    let read = from_bytes(&table.levels(), &bytes).expect("its bytes");
    assert!(bytes_of(&read) == bytes);
    let settings = Settings::<ThreeByThree> {
        heuristic: Some("pdb:g1".parse().expect("its name")),
        ..Settings::default()
    };
    let plan = Plan::new(&Cube3::SOLVED, &settings).expect("a plan");
    assert_eq!(ThreeByThree::tables_of(&plan), [G1]);
    let start = Scrambler::new(5).cube3();
    let searched = [table, &read].map(|table| {
        let mut tables = Tables::default();
        tables.insert(G1, MetricName::Half, table.clone());
        let engine = ThreeByThree::prepare(&plan, &tables).expect("a table");
        let limit = Limit { nodes: Some(50_000), ..Limit::none() };
        (engine.estimate(&start), engine.solve(&start, 1, &limit, &mut |_| ()))
    });
    assert_eq!(searched[0], searched[1]);
    assert!(from_bytes(&table.levels(), &bytes[8..]).is_none(), "too few bytes");
    assert!(from_bytes(&table.levels()[1..], &bytes).is_none(), "too few entries");
    assert!(from_bytes(&[], &bytes).is_none());
}

#[test]
fn builds_can_be_cancelled() {
    let building = Building::unwatched(2);
    building.cancel.cancel();
    for key in TableKey::ALL.into_iter().take(2) {
        let built = CachedTable::build(key, MetricName::Half, &building);
        assert!(matches!(built, Err(BuildError::Stopped)), "{key}");
    }
    let quarter = CachedTable::build(TableKey::TwoPhase, MetricName::Quarter, &building);
    assert!(matches!(quarter, Err(BuildError::Unavailable(_))));
}

#[test]
fn audits_find_wrong_entries() {
    let (table, ..) = table();
    let audit = |table: &CachedTable, samples| {
        table.audit(G1, MetricName::Half, (samples, 3), &Cancel::new())
    };
    assert_eq!(audit(table, 1000), Ok(Some(TableAudit { entries: 1000, searched: 10 })));
    let (bytes, levels) = (bytes_of(table), table.levels());
    // A part of all entries says another distance: 0 for 3, or 2 for 1.
    for flip in [0xff, 0x03, 0xc0] {
        let mut wrong = bytes.clone();
        for byte in wrong.iter_mut().step_by(50) {
            *byte ^= flip;
        }
        let wrong = from_bytes(&levels, &wrong).expect("its bytes");
        assert!(audit(&wrong, 1000).is_err(), "{flip:x}");
    }
    // All distances one too large: neighbours fit, and only a search finds it.
    let mut shifted = levels.clone();
    shifted.insert(1, 0);
    let shifted = from_bytes(&shifted, &bytes).expect("the same number of entries");
    let result = audit(&shifted, 3000);
    assert!(matches!(result, Err(TableFinding::Distance { .. })), "{result:?}");
    let stop = Cancel::new();
    stop.cancel();
    assert_eq!(table.audit(G1, MetricName::Half, (10, 1), &stop), Ok(None));
}

/// `auto` takes the largest cached table that fits; of the others, the one that pays.
#[test]
fn plans_choose_cached_tables() {
    let chosen = |boards, memory: u64, there: &[Rows]| {
        let is_cached = |key: &TableKey| there.iter().any(|&rows| *key == TableKey::Subgroup(rows));
        let outlook = Outlook::<ThreeByThree> { boards, memory, is_cached: &is_cached };
        let plan = Plan::choose(&Cube3::SOLVED, &Settings::default(), &outlook);
        plan.expect("a plan").heuristic.to_string()
    };
    let gib = 1 << 30;
    assert_eq!(chosen(1, 8 * gib, &[]), "pdb:g1");
    assert_eq!(chosen(1, 8 * gib, &[Rows::Halves]), "pdb:g1-35");
    assert_eq!(chosen(1, 8 * gib, &[Rows::One, Rows::Tetrads]), "pdb:g1-70");
    assert_eq!(chosen(1, 2 * gib, &[Rows::Halves, Rows::Tetrads]), "pdb:g1-35");
    assert_eq!(chosen(1, gib, &[Rows::Halves, Rows::Tetrads]), "pdb:g1");
    assert_eq!(chosen(1000, 8 * gib, &[]), "pdb:g1-70");
    assert!(chosen(1000, gib / 64, &Rows::ALL).starts_with("max("));
}

/// The plan that is tried first solves near cubes optimally, and gives up far ones.
#[test]
fn near_cubes_need_no_large_table() {
    let plan = Plan::new(&Cube3::SOLVED, &Settings::default()).expect("a plan");
    let (first, nodes) = ThreeByThree::first_try(&plan, &|_| false).expect("its table is large");
    assert!(ThreeByThree::tables_of(&first).is_empty() && first.proves());
    assert!(ThreeByThree::first_try(&first, &|_| false).is_none());
    let engine = first.prepare().expect("small tables");
    let turns = loyd_cube::cube3::parse_turns("R U F2 D' L B").expect("moves");
    let near = Cube3::SOLVED.after(&turns);
    let limit = Limit { nodes: Some(nodes), ..Limit::none() };
    let solved = engine.solve(&near, 1, &limit, &mut |_| ()).outcome;
    assert!(matches!(solved, Outcome::Solved { cost: 6, proven: true, .. }), "{solved:?}");
    let far = engine.solve(&Scrambler::new(6).cube3(), 1, &limit, &mut |_| ()).outcome;
    assert!(matches!(far, Outcome::Stopped { .. }), "{far:?}");
    // The smallest of the large tables is loaded at once, and comes before a larger one.
    assert!(ThreeByThree::first_try(&plan, &|key| *key == G1).is_none());
    let halves = Plan { heuristic: "pdb:g1-35".parse().expect("its name"), ..plan };
    let (first, _) = ThreeByThree::first_try(&halves, &|key| *key == G1).expect("a smaller one");
    assert_eq!(ThreeByThree::tables_of(&first), [G1]);
}
