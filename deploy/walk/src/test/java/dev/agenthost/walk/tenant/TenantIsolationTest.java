package dev.agenthost.walk.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.walk.box.FrontDoor;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Tests callers with a key of another workspace, and callers with a revoked key. */
class TenantIsolationTest extends KeyScenarios {
    private static final int ATTEMPTS = 10_000;
    private static final int AT_ONCE = 24;
    private OpenRunRunner holder;

    @AfterAll
    void stop() {
        if (holder != null) {
            holder.close();
        }
        if (walk != null) {
            walk.close();
        }
    }

    @Test
    @Order(1)
    void noneOfTenThousandAttemptsTellsOrTouchesAnythingOfAnotherWorkspace() throws Exception {
        holder = new OpenRunRunner(walk);
        holder.settle(walk.door);
        var victim = new TargetTenant(walk, holder);
        String stranger = key(OWN, "admin").secret();
        opensEverywhere(stranger);
        var own = new FrontDoor(door, stranger);
        holder.settle(own);
        String ownToken = FrontDoor.JSON
                .readTree(RawRequest.of(
                                "POST",
                                "/api/v1/events",
                                "{\"bot_id\":\"b\",\"conversation_id\":\"c\",\"text\":\"hi\"}")
                        .at(door, stranger)
                        .body())
                .path("stream")
                .asText()
                .replaceFirst(".*token=", "");
        var stray = walk.door.say(
                "demo", UUID.randomUUID().toString(), UUID.randomUUID().toString(), "stray");
        walk.door.follow(stray.stream());
        var attempts = new CrossTenantRequests(
                victim,
                new OtherTenant(OWN, ownToken, holder.token(own), link(stranger)),
                stray.stream().replaceFirst(".*token=", ""));
        var owner = new OwnerWorkspace(victim, door, walk.box.apiKey());
        var before = owner.sees();

        theSameAttemptsWithTheOwnersKeyTellALot(attempts);
        long seed = System.nanoTime();
        var counts = new ConcurrentSkipListMap<Integer, AtomicInteger>();
        Queue<String> told = new ConcurrentLinkedQueue<>();
        var begun = new AtomicInteger();
        var stopwatch = new ResponseTimes();
        try (var strangers = Executors.newFixedThreadPool(AT_ONCE)) {
            for (int i = 0; i < AT_ONCE; i++) {
                var random = new Random(seed + i);
                strangers.submit(() -> {
                    while (begun.incrementAndGet() <= ATTEMPTS) {
                        attempt(attempts.next(random), stranger, random.nextBoolean(), counts, told, stopwatch);
                    }
                    return null;
                });
            }
        }

        int made = counts.values().stream().mapToInt(AtomicInteger::get).sum();
        System.out.println("strangers: " + made + " attempts in " + attempts.ways() + " ways, answers by status "
                + counts + ", seed " + seed);
        System.out.println(stopwatch.report());
        assertThat(told).as("seed " + seed).isEmpty();
        assertThat(made).isEqualTo(ATTEMPTS);
        assertThat(counts.keySet()).containsAnyOf(404).doesNotContain(500, 502, 503);
        assertThat(owner.sees()).isEqualTo(before);
        namesakesMakeTheirOwn(victim);
        assertThat(owner.sees()).as("after others made things of these names").isEqualTo(before);
        theirRunnersReachNothing(own);
        for (String event : victim.comingEvents) {
            var said = walk.door.say("demo", UUID.randomUUID().toString(), event, "as if nobody had cancelled it");
            assertThat(victim.comingRuns).contains(said.runId());
            assertThat(walk.door.follow(said.stream()).getLast().type()).isEqualTo("run.completed");
        }
        owner.may();
    }

    /**
     * Runs of another workspace call the Host API in a conversation of the same bot and name; the owner's run is answered each
     * time.
     */
    private void theirRunnersReachNothing(FrontDoor own) throws Exception {
        var live = HostApiRequest.live(walk, holder);
        var random = new Random(1);
        assertThat(holder.asked(own, live.conversation(), FrontDoor.JSON.createArrayNode()))
                .isEmpty();
        for (int i = 0; i < 20; i++) {
            var madeUp = live.madeUp(random);
            var told = holder.asked(own, live.conversation(), live.calls());
            assertThat(told).hasSameSizeAs(live.calls()).allSatisfy(answer -> assertThat(answer.has("served"))
                    .as(answer.toString())
                    .isFalse());
            assertThat(live.without(told.toString()))
                    .isEqualTo(madeUp.without(holder.asked(own, live.conversation(), madeUp.calls())
                            .toString()));
        }
        assertThat(holder.asked(walk.door, live.conversation(), live.calls()))
                .hasSameSizeAs(live.calls())
                .allSatisfy(answer ->
                        assertThat(answer.has("served")).as(answer.toString()).isTrue());
    }

    /** The token of a link to an artifact that the holder of this key uploaded. */
    private String link(String key) throws Exception {
        var begun = FrontDoor.JSON.readTree(DuplicateNames.upload("/api/v1/uploads", 0, Map.of("scope", "workspace"))
                .at(door, key)
                .body());
        String artifact = begun.path("artifact_id").asText();
        return FrontDoor.JSON
                .readTree(RawRequest.of("POST", "/api/v1/artifacts/" + artifact + "/links", null)
                        .at(door, key)
                        .body())
                .path("url")
                .asText()
                .replaceFirst(".*token=", "");
    }

    /** Asserts that a third workspace creates objects of its own under the target tenant's names. */
    private void namesakesMakeTheirOwn(TargetTenant victim) throws Exception {
        String namesake = key("namesakes", "admin").secret();
        opensEverywhere(namesake);
        var counts = new TreeMap<Integer, Integer>();
        for (RawRequest knock : DuplicateNames.knocks(victim)) {
            var heard = knock.at(door, namesake);
            counts.merge(heard.status(), 1, Integer::sum);
            assertThat(heard.status()).as(knock + " told " + heard).isLessThan(500);
        }
        System.out.println("namesakes: answers by status " + counts);
        assertThat(counts.keySet()).contains(201);
    }

    /** Asserts that the comparison finds differences with the owner's key: without them it would prove nothing. */
    private void theSameAttemptsWithTheOwnersKeyTellALot(CrossTenantRequests attempts) {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        var random = new Random(1);
        for (int i = 0; i < 200; i++) {
            var attempt = attempts.next(random);
            if (attempt.forLive().method().equals("GET")) {
                attempt(attempt, walk.box.apiKey(), true, new ConcurrentSkipListMap<>(), told, new ResponseTimes());
            }
        }
        assertThat(told).hasSizeGreaterThan(20);
    }

    private void attempt(
            CrossTenantRequests.Attempt attempt,
            String key,
            boolean liveFirst,
            Map<Integer, AtomicInteger> counts,
            Queue<String> told,
            ResponseTimes stopwatch) {
        try {
            long began = System.nanoTime();
            var first = (liveFirst ? attempt.forLive() : attempt.forMadeUp()).at(door, key);
            long between = System.nanoTime();
            var second = (liveFirst ? attempt.forMadeUp() : attempt.forLive()).at(door, key);
            long ended = System.nanoTime();
            stopwatch.took(
                    attempt,
                    liveFirst ? between - began : ended - between,
                    liveFirst ? ended - between : between - began);
            var live = liveFirst ? first : second;
            var madeUp = liveFirst ? second : first;
            counts.computeIfAbsent(live.status(), status -> new AtomicInteger()).incrementAndGet();
            if (!live.without(attempt.live()).equals(madeUp.without(attempt.madeUp()))) {
                told.add(attempt.forLive() + " told " + live + "\n  but " + attempt.forMadeUp() + " told " + madeUp);
            }
        } catch (Exception e) {
            told.add(attempt.forLive() + " failed: " + e);
        }
    }
}
