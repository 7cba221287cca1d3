package dev.agenthost.walk.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Scenarios of issued keys: roles, revocation and secrecy. TenantIsolationTest runs them, so that one box serves all. */
abstract class KeyScenarios extends TenantBox {
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
        assertThat(type("revoke", "no-such-key").errors())
                .contains("The resource does not exist or is not visible to this key.");
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
}
