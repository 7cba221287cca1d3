package dev.agenthost.gateway.intake.slack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.gateway.bot.ScriptedForms;
import dev.agenthost.gateway.intake.connection.ScriptedProducer;
import dev.agenthost.gateway.intake.connection.ws.ConnectionReplica;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.testkit.slack.ScriptedSocketMode;
import dev.agenthost.testkit.slack.SlackModal;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The forms of questions over Socket Mode: one replica opens a form, and another one takes its submission. */
class SlackFormReplicasTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final String TOKEN = "xapp-1-A1-1";

    private final ScriptedForms forms = new ScriptedForms();
    private ScriptedSocketMode slack;

    @BeforeEach
    void start() {
        slack = new ScriptedSocketMode("A1", TOKEN);
        forms.ask(SlackBot.QUESTION);
    }

    @AfterEach
    void stop() {
        slack.close();
    }

    @AfterAll
    static void stopVertx() {
        VERTX.close();
    }

    @Test
    void anotherReplicaTakesTheSubmission() throws InterruptedException {
        SlackModal modal;
        try (ConnectionReplica first = replica()) {
            modal = opened();
        }
        until(() -> slack.connections() == 0);
        try (ConnectionReplica second = replica()) {
            modal.respond(submitted(modal, Map.of("size", "l", "count", "x")));
            assertThat(modal.errors()).isEqualTo(Map.of("count", "This is not a number."));

            modal.respond(submitted(modal, Map.of("size", "l")));
        }
        assertThat(modal.isOpen()).isFalse();
        assertThat(forms.responses()).singleElement().satisfies(form -> assertThat(form.values())
                .hasToString("{\"size\":\"l\"}"));
    }

    @Test
    void aRefusalIsInTheAcknowledgement() throws InterruptedException {
        try (ConnectionReplica replica = replica()) {
            SlackModal modal = opened();
            forms.refuse(Outcome.NOT_ASKED);

            modal.respond(submitted(modal, Map.of("size", "l")));
            assertThat(modal.text()).isEqualTo("This question is for someone else.");

            press(slack.views().trigger());
            until(() -> slack.responses().equals(List.of("This question is for someone else.")));
            assertThat(slack.views().modals()).hasSize(1);
        }
    }

    private SlackModal opened() throws InterruptedException {
        JsonNode acknowledgement = press(slack.views().trigger());
        assertThat(acknowledgement.has("payload")).isFalse();
        return slack.views().modals().getLast();
    }

    private JsonNode press(String trigger) throws InterruptedException {
        String key = new ButtonKey(new RunId(UUID.randomUUID()), 0, "t").text().orElseThrow();
        return slack.interact(SlackBot.formPress(key, "Size?", slack.apiUrl() + "/response", trigger))
                .await();
    }

    private JsonNode submitted(SlackModal modal, Map<String, Object> values) throws InterruptedException {
        return slack.interact(modal.submission("U5", values)).await().path("payload");
    }

    private ConnectionReplica replica() throws InterruptedException {
        ConnectionReplica replica = new ConnectionReplica(
                VERTX, outbound -> SlackBot.platform(outbound, new ScriptedProducer().of("a"), forms, TOKEN));
        replica.bots.take(SlackBot.connected("shop", true, slack.apiUrl()));
        until(() -> slack.connections() == 1);
        return replica;
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).until(condition);
    }
}
