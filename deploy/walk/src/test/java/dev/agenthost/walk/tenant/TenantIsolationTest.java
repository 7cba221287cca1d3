package dev.agenthost.walk.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** Tests callers with a key of another workspace, and callers with a revoked key. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TenantIsolationTest {

    private static final int ATTEMPTS = 10_000;
    private static final int AT_ONCE = 24;
    private static final String OWN = "strangers";
    private static final Duration LONG = Duration.ofSeconds(120);

    /** One request to each service that accepts any admin key of the workspace, and no other key. */
    private static final Map<String, RawRequest> EACH_SERVICE = Map.of(
            "event-gateway", RawRequest.of("POST", "/api/v1/events", "{}"),
            "binding-resolver", RawRequest.get("/api/v1/agents"),
            "run-orchestrator", RawRequest.get("/api/v1/runners"),
            "context-store", RawRequest.get(TargetTenant.transcript(OWN, "c")),
            "delivery-service", RawRequest.get("/api/v1/runs/0f8fad5b-d9cb-469f-a165-70867728950e/stream"));

    private WalkBox walk;
    private OpenRunRunner holder;
    private String door;
    private String host;
    private final List<String> secrets = new ArrayList<>();

    @BeforeAll
    void start() throws Exception {
        walk = WalkBox.withEcho(Map.of("agenthost.runner-keys.\"local\".workspaces", "demo," + OWN));
        door = walk.box.frontDoor().toString();
        host = walk.box.keys().hostKey().orElseThrow().key();
    }

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

    @Test
    @Order(2)
    void aRevokedKeyIsRefusedByEveryServiceThoughItsKeeperDiesAtEitherStep() throws Exception {
        for (String step : List.of("binding.50-key-stored", "binding.60-outbox-published")) {
            var key = key(OWN, "admin");
            opensEverywhere(key.secret());

            walk.arm(step);
            RawRequest.of("DELETE", "/api/v1/keys/" + key.id(), null).at(door, host);
            await("death at " + step).atMost(LONG).until(() -> walk.sprung(step));

            opensNothing(key.secret());
            walk.awaitReady();
            assertThat(RawRequest.get("/api/v1/keys/" + key.id()).at(door, host).body())
                    .contains("revoked_at");
        }
    }

    /**
     * Each role at each endpoint of all services: the role's rights are accepted, all others are refused before the request is
     * read.
     */
    @Test
    @Order(3)
    void aRoleDoesWhatItMayAndIsRefusedTheRestWhateverItAsksFor() throws Exception {
        var may = Map.of(
                "viewer", Set.of("read", "fetch"),
                "operator", Set.of("read", "fetch", "inspect", "say", "cancel"),
                "admin", Set.of("read", "fetch", "inspect", "say", "cancel", "configure", "keys", "dead-letters"),
                "adapter", Set.of("fetch", "say"),
                "runner", Set.<String>of(),
                "host", Set.of("keys", "dead-letters"));
        var agent = walk.demo.agent("a-role", Demo.ECHO, FrontDoor.JSON.createObjectNode());
        var live = walk.door.say(
                "demo", UUID.randomUUID().toString(), UUID.randomUUID().toString(), "hi");
        walk.door.follow(live.stream());
        for (var role : may.entrySet()) {
            String key = role.getKey().equals("host")
                    ? host
                    : key("demo", role.getKey()).secret();
            await("the key is known").atMost(LONG).until(() -> EACH_SERVICE.values().stream()
                    .allMatch(knock -> status(knock, key) != 401));
            for (var need :
                    Endpoints.byRight(agent, live.runId(), live.eventId()).entrySet()) {
                for (RawRequest knock : need.getValue()) {
                    assertThat(status(knock, key) == 403)
                            .as(role.getKey() + ": " + knock)
                            .isEqualTo(!role.getValue().contains(need.getKey()));
                }
            }
        }
    }

    private int status(RawRequest knock, String key) {
        try {
            return knock.at(door, key).status();
        } catch (Exception e) {
            throw new AssertionError(knock.toString(), e);
        }
    }

    @Test
    @Order(4)
    void aPersonMakesAKeyAtATerminalSeesItAndTakesItBack() throws Exception {
        var refused = type("create", "x", "--role", "root");
        assertThat(refused.answer()).isNotZero();
        assertThat(refused.errors()).contains("root", "operator");

        var made = type("create", "the desk", "--role", "admin", "--workspace", OWN);
        assertThat(made.answer()).as(made.errors()).isZero();
        assertThat(made.text()).matches("ah_admin_[A-Za-z0-9_-]{43}\n");
        assertThat(made.errors()).contains("the desk", "shown only now");
        String secret = made.text().strip();
        secrets.add(secret);
        opensEverywhere(secret);

        var listed = type("list");
        String line = listed.text()
                .lines()
                .filter(row -> row.contains("the desk"))
                .findFirst()
                .orElseThrow();
        assertThat(line).contains(OWN, "admin", secret.substring(secret.length() - 4));
        assertThat(listed.text()).doesNotContain(secret);

        assertThat(type("revoke", line.substring(0, 36)).answer()).isZero();
        opensNothing(secret);
        assertThat(type("revoke", "no-such-key").errors()).contains("There is no such thing here.");
    }

    private record Typed(int answer, String text, String errors) {}

    /** Runs {@code ./agenthost keys …} as on the command line. */
    private Typed type(String... arguments) throws Exception {
        var command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-Dagenthost.project=" + Path.of("../..").toAbsolutePath().normalize(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.agenthost.local.cli.AgentHost",
                "keys"));
        command.addAll(List.of(arguments));
        Path errors = Files.createTempFile(walk.home(), "typed", ".err");
        var builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().put("AGENTHOST_HOME", walk.home().toAbsolutePath().toString());
        var process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Typed(process.waitFor(), text, Files.readString(errors));
    }

    @Test
    @Order(5)
    void everyKeyIsStillKnownAfterEveryServiceWasKilled() throws Exception {
        var kept = key(OWN, "admin");
        var gone = key(OWN, "admin");
        opensEverywhere(kept.secret());
        opensEverywhere(gone.secret());
        RawRequest.of("DELETE", "/api/v1/keys/" + gone.id(), null).at(door, host);
        opensNothing(gone.secret());

        EACH_SERVICE.keySet().forEach(service -> walk.box.kill(service, 1));
        walk.awaitReady();

        opensEverywhere(kept.secret());
        opensNothing(gone.secret());
    }

    @Test
    @Order(6)
    void noSecretIsInALogOrOnATopic() throws Exception {
        walk.box.keys().apiKeys().forEach(key -> secrets.add(key.key()));
        assertThat(secrets).hasSizeGreaterThan(5);
        int searched = 0;
        for (String folder : List.of("logs", "data")) {
            try (var files = Files.walk(walk.home().resolve(folder))) {
                for (Path file : files.filter(Files::isRegularFile)
                        .filter(f -> f.toString().endsWith(".log"))
                        .toList()) {
                    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                    assertThat(secrets).as("in " + file).noneMatch(text::contains);
                    searched++;
                }
            }
        }
        assertThat(searched).as("log files and log segments").isGreaterThan(20);
    }

    private record Made(String id, String secret) {}

    private Made key(String workspace, String role) throws Exception {
        var heard = RawRequest.of(
                        "POST",
                        "/api/v1/keys",
                        "{\"name\":\"k\",\"role\":\"%s\",\"workspace_id\":\"%s\"%s}"
                                .formatted(
                                        role,
                                        workspace,
                                        switch (role) {
                                            case "adapter" -> ",\"bots\":[\"x\"]";
                                            case "runner" -> ",\"plugins\":[\"*\"]";
                                            default -> "";
                                        }))
                .at(door, host);
        assertThat(heard.status()).isEqualTo(201);
        var made = FrontDoor.JSON.readTree(heard.body());
        secrets.add(made.path("secret").asText());
        return new Made(made.path("key_id").asText(), made.path("secret").asText());
    }

    private void opensEverywhere(String secret) {
        EACH_SERVICE.forEach(
                (service, knock) -> await(service + " lets it in").atMost(LONG).until(() -> List.of(200, 400, 404)
                        .contains(status(knock, secret))));
    }

    private void opensNothing(String secret) {
        EACH_SERVICE.forEach((service, knock) ->
                await(service + " refuses it").atMost(LONG).until(() -> status(knock, secret) == 401));
    }
}
