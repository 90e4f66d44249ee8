//! What goes wrong in a run, and when: nodes that crash or are replaced, lines that are cut or held, a store that is slow or full.

use crate::courier::Courier;
use crate::lines::Line;
use crate::run::{HOMES, Services};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::sync::Notify;
use turmoil::Sim;

/// Faults begin within this time.
const BUSY: u32 = 9000;

#[derive(Clone, Copy, Debug)]
enum Fault {
    Crash(&'static str),
    /// The node is asked to stop, as for a new version.
    Replace(&'static str),
    /// The node does nothing for a while, and then goes on as if nothing had happened.
    Pause(&'static str),
    CutFromStore(&'static str),
    /// The store restarts.
    StoreAway,
    StoreFull,
    StoreSlow,
    StoreLoses,
    CutFromBus(&'static str),
    /// The bus restarts.
    BusAway,
    BusSlow,
    BusLoses,
    /// Players and a node do not reach each other: everything is lost, or late.
    CutFromPlayers(&'static str, &'static str),
    HoldPlayers(&'static str, &'static str),
}

#[derive(Clone, Copy)]
enum Step {
    Begin(Fault),
    End(Fault),
}

pub(crate) struct Faults {
    courier: Arc<Courier>,
    services: Services,
    nodes: &'static [&'static str],
    stops: BTreeMap<&'static str, Arc<Notify>>,
    plan: BTreeMap<(Duration, usize), Step>,
    /// When a node that is down starts again.
    down: BTreeMap<&'static str, Duration>,
}

impl Faults {
    pub(crate) fn new(courier: &Arc<Courier>, services: &Services, nodes: &'static [&'static str]) -> Faults {
        let mut plan = BTreeMap::new();
        for number in 0..(1 + courier.below(5)) as usize {
            let fault = any(courier, nodes);
            let begins = courier.millis(200, BUSY);
            plan.insert((begins, 2 * number), Step::Begin(fault));
            // A pause may outlast the lease of the node.
            let longest = if matches!(fault, Fault::Pause(_)) { 8000 } else { 4500 };
            plan.insert((begins + courier.millis(50, longest), 2 * number + 1), Step::End(fault));
        }
        Faults {
            courier: Arc::clone(courier),
            services: services.clone(),
            nodes,
            stops: nodes.iter().map(|node| (*node, Arc::default())).collect(),
            plan,
            down: BTreeMap::new(),
        }
    }

    /// How a node is asked to stop.
    pub(crate) fn stop_of(&self, node: &str) -> Arc<Notify> {
        Arc::clone(&self.stops[node])
    }

    /// Does what is due; true when the last fault is over.
    pub(crate) fn act(&mut self, sim: &mut Sim) -> bool {
        let now = sim.elapsed();
        let mut is_last = false;
        while let Some(first) = self.plan.first_entry().filter(|first| first.key().0 <= now) {
            let step = first.remove();
            match step {
                Step::Begin(fault) => self.begin(fault, sim),
                Step::End(fault) => self.end(fault, sim),
            }
            is_last = self.plan.is_empty();
        }
        self.start_again(sim);
        is_last
    }

    fn begin(&mut self, fault: Fault, sim: &mut Sim) {
        self.courier.note(|| format!("begins: {fault:?}"));
        let Services { disk, broker } = &self.services;
        let (lines, bus) = (&disk.lines, &broker.lines);
        match fault {
            Fault::Crash(node) => sim.crash(node),
            Fault::Replace(node) => self.stops[node].notify_one(),
            Fault::Pause(node) => {
                lines.set(node, Line::Held);
                bus.set(node, Line::Held);
                HOMES.iter().for_each(|home| sim.hold(*home, node));
            }
            Fault::CutFromStore(node) => lines.set(node, Line::Cut),
            Fault::StoreAway => self.nodes.iter().for_each(|node| lines.set(node, Line::Cut)),
            Fault::StoreFull => disk.is_full.store(true, Relaxed),
            Fault::StoreSlow => lines.trouble(400, 0),
            Fault::StoreLoses => lines.trouble(30, 150),
            Fault::CutFromBus(node) => bus.set(node, Line::Cut),
            Fault::BusAway => self.nodes.iter().for_each(|node| bus.set(node, Line::Cut)),
            Fault::BusSlow => bus.trouble(600, 0),
            Fault::BusLoses => bus.trouble(30, 100),
            Fault::CutFromPlayers(home, node) => sim.partition(home, node),
            Fault::HoldPlayers(home, node) => sim.hold(home, node),
        }
    }

    fn end(&mut self, fault: Fault, sim: &mut Sim) {
        self.courier.note(|| format!("ends: {fault:?}"));
        let Services { disk, broker } = &self.services;
        let (lines, bus) = (&disk.lines, &broker.lines);
        match fault {
            Fault::Crash(_) | Fault::Replace(_) => {}
            Fault::Pause(node) => {
                lines.set(node, Line::Up);
                bus.set(node, Line::Up);
                HOMES.iter().for_each(|home| sim.release(*home, node));
            }
            Fault::CutFromStore(node) => lines.set(node, Line::Up),
            Fault::StoreAway => self.nodes.iter().for_each(|node| lines.set(node, Line::Up)),
            Fault::StoreFull => disk.is_full.store(false, Relaxed),
            Fault::StoreSlow | Fault::StoreLoses => lines.trouble(0, 0),
            Fault::CutFromBus(node) => bus.set(node, Line::Up),
            Fault::BusAway => self.nodes.iter().for_each(|node| bus.set(node, Line::Up)),
            Fault::BusSlow | Fault::BusLoses => bus.trouble(0, 0),
            Fault::CutFromPlayers(home, node) => sim.repair(home, node),
            Fault::HoldPlayers(home, node) => sim.release(home, node),
        }
    }

    /// Starts nodes again that have stopped or crashed, a while later.
    fn start_again(&mut self, sim: &mut Sim) {
        let now = sim.elapsed();
        for node in self.nodes.iter().copied() {
            if sim.is_host_running(node) {
                continue;
            }
            let at = *self
                .down
                .entry(node)
                .or_insert_with(|| now + self.courier.millis(20, 2500));
            if now >= at {
                self.down.remove(node);
                self.courier.note(|| format!("{node} starts"));
                sim.bounce(node);
            }
        }
    }
}

fn any(courier: &Courier, nodes: &[&'static str]) -> Fault {
    let node = nodes[courier.below(nodes.len() as u32) as usize];
    let home = HOMES[courier.below(HOMES.len() as u32) as usize];
    match courier.below(18) {
        0..3 => Fault::Crash(node),
        3..5 => Fault::Replace(node),
        5..7 => Fault::Pause(node),
        7 => Fault::CutFromStore(node),
        8 => Fault::StoreAway,
        9 => Fault::StoreFull,
        10 => Fault::StoreSlow,
        11 => Fault::StoreLoses,
        12 => Fault::CutFromBus(node),
        13 => Fault::BusAway,
        14 => Fault::BusSlow,
        15 => Fault::BusLoses,
        16 => Fault::CutFromPlayers(home, node),
        _ => Fault::HoldPlayers(home, node),
    }
}
