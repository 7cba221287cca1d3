package dev.agenthost.gateway.intake.telegram;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** While the database of this service is unavailable, only polling waits. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(value = PolledTelegram.class, restrictToAnnotatedClass = true)
@QuarkusTestResource(value = DatabaseAwayTest.NoDatabase.class, restrictToAnnotatedClass = true)
class DatabaseAwayTest {
    @Inject
    BotRegistry bots;

    @Test
    void eventsAreAcceptedAndTheReplicaIsReadyAndNothingIsPolled() throws Exception {
        ScriptedTelegram telegram = PolledTelegram.server();
        PolledTelegram.register("polled-away", 1, "POLL_TOKEN", true);
        Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> bots.of(BotPlatform.TELEGRAM, "polled-away")
                .isPresent());
        telegram.write(5001, "hello");
        // The loop tries to create the tables meanwhile.
        Thread.sleep(3_000);

        given().get("/q/health/ready").then().statusCode(200);
        given().contentType("application/json")
                .header("Authorization", "Bearer " + NoDatabase.KEY)
                .body(JsonNodeFactory.instance
                        .objectNode()
                        .put("bot_id", "b")
                        .put("conversation_id", "c")
                        .put("text", "hi")
                        .toString())
                .post("/api/v1/events")
                .then()
                .statusCode(202);
        assertThat(telegram.calls("getUpdates")).isEmpty();
        assertThat(telegram.pending()).isEqualTo(1);
    }

    /** Other tests poll another bot with the same token. */
    @AfterEach
    void disable() {
        PolledTelegram.register("polled-away", 2, "POLL_TOKEN", false);
    }

    /** The address of a database where none listens. */
    public static final class NoDatabase implements QuarkusTestResourceLifecycleManager {
        static final String KEY = "key-red";

        @Override
        public Map<String, String> start() {
            try (ServerSocket free = new ServerSocket(0)) {
                String address = "postgresql://127.0.0.1:" + free.getLocalPort() + "/none";
                return Map.of(
                        "quarkus.datasource.jdbc.url", "jdbc:" + address, "quarkus.datasource.reactive.url", address);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void stop() {}
    }
}
