package dev.agenthost.walk.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** A box with the keys of two workspaces. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class TenantBox {
    static final String OWN = "strangers";
    static final Duration LONG = Duration.ofSeconds(120);
    /** One request to each service that accepts any admin key of the workspace, and no other key. */
    static final Map<String, RawRequest> EACH_SERVICE = Map.of(
            "event-gateway", RawRequest.of("POST", "/api/v1/events", "{}"),
            "binding-resolver", RawRequest.get("/api/v1/agents"),
            "run-orchestrator", RawRequest.get("/api/v1/runners"),
            "context-store", RawRequest.get(TargetTenant.transcript(OWN, "c")),
            "delivery-service", RawRequest.get("/api/v1/runs/0f8fad5b-d9cb-469f-a165-70867728950e/stream"));

    WalkBox walk;
    String door;
    String host;
    final List<String> secrets = new ArrayList<>();

    @BeforeAll
    void start() throws Exception {
        walk = WalkBox.withEcho(Map.of("agenthost.runner-keys.\"local\".workspaces", "demo," + OWN));
        door = walk.box.frontDoor().toString();
        host = walk.box.keys().hostKey().orElseThrow().key();
    }

    int status(RawRequest knock, String key) {
        try {
            return knock.at(door, key).status();
        } catch (Exception e) {
            throw new AssertionError(knock.toString(), e);
        }
    }

    record Made(String id, String secret) {}

    Made key(String workspace, String role) throws Exception {
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

    void opensEverywhere(String secret) {
        EACH_SERVICE.forEach(
                (service, knock) -> await(service + " lets it in").atMost(LONG).until(() -> List.of(200, 400, 404)
                        .contains(status(knock, secret))));
    }

    void opensNothing(String secret) {
        EACH_SERVICE.forEach((service, knock) ->
                await(service + " refuses it").atMost(LONG).until(() -> status(knock, secret) == 401));
    }
}
