package dev.agenthost.walk.runner;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.local.plan.BoxPlan;
import dev.agenthost.local.settings.Service;
import dev.agenthost.walk.box.WalkBox;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Graphs of ten actions while the processes that execute them die. With {@code -Dgraph.kills=full}, each point of the journal is reached
 * three times by each of the victims, and a hundred deaths more come at random. {@code -Dgraph.from} and {@code -Dgraph.most} take a part
 * of them, {@code -Dgraph.point} those at the points in whose names the regular expression is found, and {@code -Dgraph.victim} those of
 * one victim; the same seed gives the same list, so that several parts are the whole. With {@code -Dgraph.wait-seconds=0}, the run of the
 * request ends before the agent has answered.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GraphSurvivalTest {
    private static final int PEOPLE = Integer.getInteger("graph.people", 6);
    private static final int FULL_ROUNDS = Integer.getInteger("graph.rounds", 3);
    private static final int FULL_RANDOM = Integer.getInteger("graph.random", 100);
    private static final int SOME_RANDOM = 2;
    private static final Duration LONG = Duration.ofSeconds(120);

    private final long seed =
            Long.getLong("graph.seed", ThreadLocalRandom.current().nextInt(1_000_000));
    private Ledger ledger;
    private WalkBox walk;
    private Rehearsals rehearsals;

    @BeforeAll
    void start() throws Exception {
        ledger = new Ledger(Files.createTempFile("ledger", ".txt"));
        walk = WalkBox.thatThinks(Rehearsals.settings(ledger.file()));
        rehearsals = new Rehearsals(walk, Integer.getInteger("graph.wait-seconds", 60));
        rehearsals.prepare();
    }

    @AfterAll
    void stop() throws IOException {
        if (walk != null) {
            walk.close();
        }
        Files.deleteIfExists(ledger.file());
    }

    @Test
    void aGraphOfTenActionsWaitsForItsApprovalOverTheDeathOfRunnerAndHost() throws Exception {
        Rehearsal rehearsal = rehearsals.whole(() -> {
            walk.box.kill(BoxPlan.ACTION_GRAPH, 1);
            walk.box.kill(Service.RUN_ORCHESTRATOR.module(), 1);
        });

        assertThat(rehearsal.outcomes()).containsExactly("waiting", "run.completed ");
        assertThat(rehearsal.questions()).hasSize(1);
        assertThat(rehearsal.spoken())
                .containsExactly(
                        Rehearsal.NOTE,
                        rehearsal.mark() + " is over: read (completed), left (completed), right (completed),"
                                + " pause (completed), breaks (failed), ask_clerk (completed), recite (completed),"
                                + " join (completed), after_failure (completed), send (completed)."
                                + " It has verse 40: lalalalalala.");
        ledger.isComplete(rehearsal);
        nothingIsHeld();
    }

    @Test
    void graphsEndAndRepeatNothingWhoeverDiesWherever() throws Exception {
        System.out.println("deaths in the life of graphs: -Dgraph.seed=" + seed);
        Random random = new Random(seed);
        List<GraphKill> kills = part(
                "full".equals(System.getProperty("graph.kills"))
                        ? GraphKill.all(FULL_ROUNDS, FULL_RANDOM, random)
                        : GraphKill.some(SOME_RANDOM, random));
        List<String> faults = new ArrayList<>();
        GraphLoad load = new GraphLoad(rehearsals, PEOPLE);
        try (load) {
            int count = 0;
            int checked = 0;
            for (GraphKill kill : kills) {
                int before = load.ended().size();
                long began = System.nanoTime();
                die(kill);
                walk.awaitReady();
                await("graphs go on after " + kill)
                        .atMost(LONG)
                        .pollInterval(50, MILLISECONDS)
                        .until(() -> kill instanceof GraphKill.AtRandom
                                || load.ended().size() > before);
                checked = check(load.ended(), checked, faults);
                System.out.println("death " + ++count + " of " + kills.size() + ": " + kill + ", "
                        + (System.nanoTime() - began) / 1_000_000 + " ms, " + checked + " graphs have ended");
            }
            load.close();
            check(load.ended(), checked, faults);
        }
        report(kills, load.ended());
        assertThat(load.failures()).isEmpty();
        assertThat(faults).isEmpty();
        nothingIsHeld();
        assertThat(rehearsals.whole().isAnswered()).isTrue();
    }

    private static List<GraphKill> part(List<GraphKill> all) {
        Pattern points = Pattern.compile(System.getProperty("graph.point", ""));
        return all.stream()
                .filter(kill -> switch (kill) {
                    case GraphKill.AtPoint(String point, GraphKill.Victim victim) ->
                        points.matcher(point).find() && victim.name().contains(System.getProperty("graph.victim", ""));
                    case GraphKill.AtRandom random -> true;
                })
                .skip(Integer.getInteger("graph.from", 1) - 1L)
                .limit(Integer.getInteger("graph.most", Integer.MAX_VALUE))
                .toList();
    }

    /** Adds the faults of the rehearsals from that number on, and returns the number of all. */
    private int check(List<Rehearsal> ended, int from, List<String> faults) throws IOException {
        for (Rehearsal rehearsal : ended.subList(from, ended.size())) {
            List<String> found = faults(rehearsal);
            found.forEach(fault -> System.out.println("fault: " + fault));
            faults.addAll(found);
        }
        return ended.size();
    }

    private void die(GraphKill kill) throws Exception {
        switch (kill) {
            case GraphKill.AtPoint(String point, GraphKill.Victim victim)
            when victim == GraphKill.Victim.RUNNER -> {
                walk.arm(point);
                await("the runner dies at " + point).atMost(LONG).until(() -> walk.sprung(point));
            }
            case GraphKill.AtPoint(String point, GraphKill.Victim victim) -> {
                walk.armHold(point);
                try {
                    await("a graph is at " + point)
                            .atMost(LONG)
                            .pollInterval(5, MILLISECONDS)
                            .until(() -> walk.holds(point));
                    kill(victim);
                } finally {
                    walk.letGo(point);
                }
            }
            case GraphKill.AtRandom(int millis, GraphKill.Victim victim) -> {
                Thread.sleep(millis);
                kill(victim);
            }
        }
    }

    private void kill(GraphKill.Victim victim) {
        if (victim != GraphKill.Victim.ORCHESTRATOR) {
            walk.box.kill(BoxPlan.ACTION_GRAPH, 1);
        }
        if (victim != GraphKill.Victim.RUNNER) {
            walk.box.kill(Service.RUN_ORCHESTRATOR.module(), 1);
        }
    }

    /** The faults of a rehearsal that has ended. */
    private List<String> faults(Rehearsal rehearsal) throws IOException {
        List<String> faults = new ArrayList<>();
        try {
            ledger.isSound(rehearsal);
        } catch (AssertionError why) {
            faults.add(why.getMessage());
        }
        if (rehearsal.questions().size() == 1 && !rehearsal.spoken().contains(Rehearsal.NOTE)) {
            faults.add("its note is lost: " + rehearsal);
        }
        if (rehearsal.questions().size() > 1) {
            faults.add("asked twice: " + rehearsal);
        }
        if (rehearsal.spoken().stream().distinct().count() < rehearsal.spoken().size()) {
            faults.add("said twice: " + rehearsal);
        }
        boolean isAnswered = rehearsal.outcomes().getLast().startsWith("run.completed")
                || rehearsal.outcomes().getLast().equals("stop");
        // A run that fails after it has streamed its answer has said it.
        if (isAnswered && !rehearsal.isAnswered()) {
            faults.add("its outcome is not what was said: " + rehearsal);
        }
        return faults;
    }

    private void report(List<GraphKill> kills, List<Rehearsal> ended) throws IOException {
        Map<String, Integer> outcomes = new TreeMap<>();
        int complete = 0;
        int hit = 0;
        for (Rehearsal rehearsal : ended) {
            outcomes.merge(String.join(", ", rehearsal.outcomes()), 1, Integer::sum);
            complete += ledger.steps(rehearsal).size() == 6 ? 1 : 0;
            hit += rehearsal.attempts() > 1 ? 1 : 0;
        }
        System.out.println(kills.size() + " deaths, " + ended.size() + " graphs, " + hit
                + " of them with more than one attempt, " + complete + " with each call once; outcomes " + outcomes);
    }

    /** No run is open and no conversation is held, and the runner has all of its slots. */
    private void nothingIsHeld() {
        String held = "select (select count(*) from runs.runs where state <> 'ended')"
                + " + (select count(*) from runs.turns where current_run_id is not null)";
        await("nothing is held").atMost(LONG).pollInterval(200, MILLISECONDS).until(() -> {
            var database = walk.box.database();
            try (var connection =
                            DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                    ResultSet count = connection.createStatement().executeQuery(held)) {
                return count.next() && count.getInt(1) == 0;
            }
        });
    }
}
