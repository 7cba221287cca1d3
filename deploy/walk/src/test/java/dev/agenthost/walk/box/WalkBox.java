package dev.agenthost.walk.box;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;

import dev.agenthost.local.box.Box;
import dev.agenthost.local.box.BoxOptions;
import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.settings.Service;
import dev.agenthost.testkit.process.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** The box under test, with its front door, a webhook receiver and fail points that kill its processes. */
public final class WalkBox implements AutoCloseable {

    /** Several test classes may have boxes in one process, each in a directory of its own. */
    private static final AtomicInteger BOXES = new AtomicInteger();

    // A process that was killed starts again, joins its group and takes its leases, all on a machine that two boxes
    // share.
    static {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
    }

    private final Path home;
    private final Path failPoints;
    private final BoxLayout layout;
    public final Box box;
    public final FrontDoor door;
    public final WebhookReceiver webhook;
    public final OtlpCollector collector;
    public final Demo demo;
    public final int replicas;

    /**
     * A box with one replica of each service, and the agent that calls the scripted model.
     *
     * @param more settings of every service
     */
    public static WalkBox thatThinks(Map<String, String> more) throws Exception {
        return new WalkBox(1, more, UnaryOperator.identity());
    }

    /**
     * A box with one replica of each service, with echo alone.
     *
     * @param more settings of every service
     */
    public static WalkBox withEcho(Map<String, String> more) throws Exception {
        return new WalkBox(1, more, BoxOptions::withEchoAlone);
    }

    /**
     * A box with so many replicas of each service, with echo alone.
     *
     * @param more settings of every service
     */
    public static WalkBox withEcho(int replicas, Map<String, String> more) throws Exception {
        return new WalkBox(replicas, more, BoxOptions::withEchoAlone);
    }

    private WalkBox(int replicas, Map<String, String> more, UnaryOperator<BoxOptions> wish) throws Exception {
        this.replicas = replicas;
        var project = Path.of("../..").toAbsolutePath().normalize();
        home = Files.createDirectories(Path.of(
                "target", "box-" + replicas + "-" + ProcessHandle.current().pid() + "-" + BOXES.incrementAndGet()));
        failPoints = Files.createDirectories(home.resolve("failpoints")).toAbsolutePath();
        webhook = new WebhookReceiver();
        collector = new OtlpCollector();
        Map<String, String> settings = new HashMap<>(Map.of(
                "agenthost.failpoint.directory",
                failPoints.toString(),
                "quarkus.log.category.\"dev.agenthost.steps\".level",
                "DEBUG",
                "agenthost.tracing.endpoint",
                collector.url()));
        settings.putAll(more);
        var extra = Arrays.stream(Service.values()).collect(Collectors.toMap(service -> service, service -> settings));
        layout = new BoxLayout(project, home);
        StartCaches.make(project);
        box = Box.start(wish.apply(
                new BoxOptions(layout, replicas, FreePorts.next(), extra, line -> System.out.println("box: " + line))));
        door = new FrontDoor(box.frontDoor().toString(), box.apiKey());
        demo = new Demo(door);
        demo.echoToWebhook("hooked", webhook.url());
    }

    /** The directory of the logs of every process. */
    public Path logs() {
        return layout.logs();
    }

    /** The directory of the box's data and logs. */
    public Path home() {
        return home;
    }

    /** Arms a fail point: the next process that reaches the step dies there. */
    public void arm(String step) throws IOException {
        Files.createFile(failPoints.resolve(step));
    }

    /** Returns true if a process has reached the step and died there. */
    public boolean sprung(String step) {
        return !Files.exists(failPoints.resolve(step));
    }

    /** Arms a fail point that holds the thread which reaches it, until {@link #letGo}. */
    public void armHold(String step) throws IOException {
        Files.createFile(failPoints.resolve(step + ".hold"));
    }

    /** Returns true if a thread is held at the step. */
    public boolean holds(String step) {
        return Files.exists(failPoints.resolve(step + ".held"));
    }

    /** Ends a hold, whether a thread has reached it or not. */
    public void letGo(String step) throws IOException {
        Files.deleteIfExists(failPoints.resolve(step + ".hold"));
        Files.deleteIfExists(failPoints.resolve(step + ".held"));
    }

    public void disarm(String step) throws IOException {
        Files.deleteIfExists(failPoints.resolve(step));
    }

    public void awaitReady() throws InterruptedException {
        if (!box.awaitReady(Duration.ofSeconds(120))) {
            throw new AssertionError("not ready again: " + box.processes());
        }
    }

    /** Waits until the REST API reports the run as ended, and returns the run. */
    public com.fasterxml.jackson.databind.JsonNode awaitEnded(String runId) {
        return await("end of run " + runId)
                .atMost(Duration.ofSeconds(150))
                .pollInterval(200, MILLISECONDS)
                .until(
                        () -> door.get("/api/v1/runs/" + runId),
                        answer -> answer.status() == 200
                                && answer.body().path("state").asText().equals("ended"))
                .body();
    }

    @Override
    public void close() {
        box.close();
        webhook.close();
        collector.close();
    }
}
