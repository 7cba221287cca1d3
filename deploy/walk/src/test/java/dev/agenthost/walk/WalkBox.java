package dev.agenthost.walk;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;

import dev.agenthost.local.box.Box;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The box under test: its front door, a webhook receiver beside it, and the means to kill what is in it. */
final class WalkBox implements AutoCloseable {

    static final List<String> SERVICES =
            List.of("event-gateway", "binding-resolver", "run-orchestrator", "context-store", "delivery-service");

    private final Path drills;
    final Box box;
    final FrontDoor door;
    final WebhookReceiver webhook;
    final Demo demo;
    final int replicas;

    WalkBox(int replicas) throws IOException {
        this.replicas = replicas;
        Path home = Files.createTempDirectory("agenthost-walk");
        drills = Files.createDirectories(home.resolve("drills"));
        webhook = new WebhookReceiver();
        box = Box.start(home, replicas, Map.of("agenthost.drill.dir", drills.toString()));
        door = new FrontDoor(box.frontDoor(), box.apiKey());
        demo = new Demo(door);
        demo.echoToWebhook("hooked", webhook.url());
    }

    /** Whoever reaches that step next dies there. */
    void arm(String step) throws IOException {
        Files.createFile(drills.resolve(step));
    }

    /** The step was reached: somebody died there. */
    boolean sprung(String step) {
        return !Files.exists(drills.resolve(step));
    }

    void disarm(String step) throws IOException {
        Files.deleteIfExists(drills.resolve(step));
    }

    void awaitReady() {
        box.awaitReady(Duration.ofSeconds(120));
    }

    /** Waits until the run is in the ledger as ended, and answers it. */
    com.fasterxml.jackson.databind.JsonNode awaitEnded(String runId) {
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
    }
}
