package dev.agenthost.gateway.intake.line;

import static dev.agenthost.gateway.intake.line.LineBot.PRIVATE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.intake.BotEventIntakes;
import dev.agenthost.gateway.intake.BotEventOutcome;
import dev.agenthost.gateway.intake.connection.ScriptedProducer;
import dev.agenthost.im.line.client.LineFileDownload;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.testkit.line.SignedLineWebhook;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Webhooks while Kafka takes none: the platform redelivers them if its console says so. */
class LineOutageTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final BotRegistration BOT = LineBot.registered("line-outage", true, "http://127.0.0.1:1", "X");

    private final ScriptedProducer kafka = new ScriptedProducer();
    private volatile boolean takesDeadLetters = true;
    private final LineEventIntake intake = intake();

    @AfterAll
    static void stopVertx() {
        VERTX.close();
    }

    @Test
    void aMessageThatKafkaDoesNotTakeIsUnavailableAndPublishedTheNextTime() throws Exception {
        JsonNode webhook = webhook(LineBot.text("1", PRIVATE, "hello"), LineBot.text("2", PRIVATE, "again"));
        kafka.setAway(true);
        assertThat(intake.take(BOT, webhook)).isInstanceOf(BotEventOutcome.Unavailable.class);

        kafka.setAway(false);
        assertThat(intake.take(BOT, webhook)).isEqualTo(new BotEventOutcome.Done());
        assertThat(kafka.published()).containsExactly("a hello", "a again");
    }

    @Test
    void aDeadLetterThatIsNotStoredIsUnavailableAndTheNextEventIsPublished() throws Exception {
        JsonNode webhook = webhook("3", LineBot.text("2", PRIVATE, "hello"));
        takesDeadLetters = false;
        assertThat(intake.take(BOT, webhook)).isInstanceOf(BotEventOutcome.Unavailable.class);
        assertThat(kafka.published()).containsExactly("a hello");

        takesDeadLetters = true;
        assertThat(intake.take(BOT, webhook)).isEqualTo(new BotEventOutcome.Done());
        assertThat(kafka.published()).containsExactly("a hello");
    }

    private static JsonNode webhook(String... events) throws UndecodableException {
        return ProtocolCodec.readTree(SignedLineWebhook.body(LineBot.USER_ID, events));
    }

    private LineEventIntake intake() {
        EgressClient outbound =
                new EgressClient(VERTX, new AddressPolicy(false, AllowList.parse(List.of())), 1, Duration.ofSeconds(1));
        return new LineEventIntake(
                BotEventIntakes.into(kafka.of("a"), (bot, update, reason, detail) -> takesDeadLetters, warning -> {}),
                press -> CompletableFuture.failedFuture(new IOException()),
                new LineDownloads(
                        new LineFileDownload(outbound, Duration.ofSeconds(1)), new BotTokens(new Secrets(Map.of()))));
    }
}
