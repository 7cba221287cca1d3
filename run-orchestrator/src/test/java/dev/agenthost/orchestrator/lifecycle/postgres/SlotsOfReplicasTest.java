package dev.agenthost.orchestrator.lifecycle.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.protocol.run.Resolution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Admission, claims and slots of several replicas together, each with connections of its own. */
class SlotsOfReplicasTest {
    private static final long RUN_MILLIS = 5;
    private static final int PAIRS = 5;

    private final RunsDatabase database = RunsDatabase.fresh();
    private int calls;

    @AfterEach
    void close() {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void everyRunStartsInItsFirstAttemptWithoutARequeue(int count) {
        List<SlottedReplica> replicas = replicas(count);
        List<Resolution> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            replicas.get(i).connect(SlotsByWorkspaceTest.RUNNER, "w" + i, 3);
            String workspace = "w" + i;
            IntStream.range(0, 25)
                    .forEach(run -> runs.add(
                            SlotsByWorkspaceTest.in(workspace, UUID.randomUUID().toString())));
        }
        everyRunStartsInItsFirstAttempt(replicas, runs);
        for (int i = 0; i < count; i++) {
            String workspace = "w" + i;
            assertThat(replicas.get(i).started)
                    .allMatch(run -> run.workspaceId().equals(workspace));
        }
    }

    @Test
    void aTenantWithManySlotsStarvesNoOther() {
        List<SlottedReplica> replicas = replicas(2);
        replicas.get(0).connect(SlotsByWorkspaceTest.RUNNER, "squatter", 100_000);
        replicas.get(1).connect(SlotsByWorkspaceTest.RUNNER, "squatter", 100_000);
        replicas.get(1).connect(SlotsByWorkspaceTest.RUNNER, "A", 3);
        List<Resolution> runs = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            runs.add(SlotsByWorkspaceTest.in("A", UUID.randomUUID().toString()));
            runs.add(SlotsByWorkspaceTest.in("squatter", UUID.randomUUID().toString()));
        }
        everyRunStartsInItsFirstAttempt(replicas, runs);
    }

    /**
     * The queue of the three slots dominates the waiting time in both cases, so the ratio is independent of the machine's speed. Other
     * load of the machine delays single pairs only; a tenant that starves others delays them in every pair.
     */
    @Test
    void aTenantWithTheSamePluginNameDoesNotSlowOthers() {
        waits(false);
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            double without = p99(waits(false));
            ratios.add(p99(waits(true)) / without);
        }
        assertThat(Collections.min(ratios)).as("%s", ratios).isLessThan(1.5);
    }

    /**
     * From the admission to the start of each run of one workspace, in nanoseconds. Each call has workspaces of its own: the replicas of
     * the call before may still claim.
     */
    private List<Long> waits(boolean squatted) {
        String workspace = "A" + ++calls;
        String squatter = "squatter" + calls;
        List<SlottedReplica> replicas = IntStream.range(0, 2)
                .mapToObj(i -> new SlottedReplica(database.vertx(), database.pool(), 4 * RUN_MILLIS))
                .toList();
        replicas.get(1).connect(SlotsByWorkspaceTest.RUNNER, workspace, 3);
        List<Resolution> runs = new ArrayList<>(IntStream.range(0, 60)
                .mapToObj(i ->
                        SlotsByWorkspaceTest.in(workspace, UUID.randomUUID().toString()))
                .toList());
        if (squatted) {
            replicas.forEach(replica -> replica.connect(SlotsByWorkspaceTest.RUNNER, squatter, 100_000));
            runs.addAll(IntStream.range(0, 20)
                    .mapToObj(i ->
                            SlotsByWorkspaceTest.in(squatter, UUID.randomUUID().toString()))
                    .toList());
        }
        long admittedAt = System.nanoTime();
        everyRunStartsInItsFirstAttempt(replicas, runs);
        return replicas.stream()
                .flatMap(replica -> replica.startedAt.entrySet().stream())
                .filter(each -> each.getKey().workspaceId().equals(workspace))
                .map(each -> each.getValue() - admittedAt)
                .toList();
    }

    private static long p99(List<Long> waits) {
        return waits.stream()
                .sorted()
                .skip((long) (waits.size() * 0.99))
                .findFirst()
                .orElseThrow();
    }

    private void everyRunStartsInItsFirstAttempt(List<SlottedReplica> replicas, List<Resolution> runs) {
        Collections.shuffle(runs, new Random(7));
        for (int i = 0; i < runs.size(); i += 10) {
            SlottedReplica replica = replicas.get(i / 10 % replicas.size());
            List<Resolution> batch = runs.subList(i, Math.min(i + 10, runs.size()));
            RunsReplica.done(
                    replica.admit(batch.stream().map(RunsReplica::admission).toList()));
            replicas.forEach(SlottedReplica::wake);
        }
        await().pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(60))
                .until(() -> {
                    replicas.forEach(SlottedReplica::wake);
                    return RunsReplica.done(database.pool()
                                            .query("SELECT count(*) FROM runs.runs WHERE state <> 'ended'")
                                            .execute())
                                    .iterator()
                                    .next()
                                    .getLong(0)
                            == 0;
                });
        assertThat(replicas.stream().flatMap(replica -> replica.givenBack.stream()))
                .isEmpty();
        assertThat(replicas.stream().flatMap(replica -> replica.started.stream()))
                .hasSize(runs.size())
                .allMatch(run -> run.attempt() == 1);
    }

    private List<SlottedReplica> replicas(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new SlottedReplica(database.vertx(), database.pool(), RUN_MILLIS))
                .toList();
    }
}
