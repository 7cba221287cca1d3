package dev.agenthost.gateway.intake.wecom;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.intake.BotEventIntakes;
import dev.agenthost.gateway.intake.connection.ScriptedProducer;
import dev.agenthost.im.wecom.client.WeComFileDownload;
import dev.agenthost.im.wecom.client.WeComTokens;
import dev.agenthost.im.wecom.xml.WeComXml;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotRegistration;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Callbacks while Kafka takes none: the platform sends them again. */
class WeComOutageTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final BotRegistration BOT = WeComBot.registered("wecom-outage", true, "http://127.0.0.1:1", "X");

    private final ScriptedProducer kafka = new ScriptedProducer();
    private volatile boolean takesDeadLetters = true;
    private final WeComEventIntake intake = intake();

    @AfterAll
    static void stopVertx() {
        VERTX.close();
    }

    @Test
    void aMessageThatKafkaDoesNotTakeIsUnavailableAndPublishedTheNextTime() throws InterruptedException {
        JsonNode message = read(WeComBot.text("1", "user5", "hello"));
        kafka.setAway(true);
        assertThat(intake.take(BOT, message)).isInstanceOf(WeComOutcome.Unavailable.class);

        kafka.setAway(false);
        assertThat(intake.take(BOT, message)).isEqualTo(new WeComOutcome.Done());
        assertThat(kafka.published()).containsExactly("a hello");
    }

    @Test
    void aDeadLetterThatIsNotStoredIsUnavailable() throws InterruptedException {
        JsonNode other = read(WeComBot.text("1", "user5", "hello").replace(WeComBot.CORP, "ww2b"));
        takesDeadLetters = false;
        assertThat(intake.take(BOT, other)).isInstanceOf(WeComOutcome.Unavailable.class);

        takesDeadLetters = true;
        assertThat(intake.take(BOT, other)).isEqualTo(new WeComOutcome.Done());
    }

    private static JsonNode read(String document) {
        return WeComXml.read(document.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    private WeComEventIntake intake() {
        EgressClient outbound =
                new EgressClient(VERTX, new AddressPolicy(false, AllowList.parse(List.of())), 1, Duration.ofSeconds(1));
        WeComTokens tokens = new WeComTokens(outbound, Duration.ofSeconds(1), InstantSource.system());
        return new WeComEventIntake(
                BotEventIntakes.into(kafka.of("a"), (bot, update, reason, detail) -> takesDeadLetters, warning -> {}),
                press -> CompletableFuture.failedFuture(new IOException()),
                new WeComDownloads(
                        new WeComFileDownload(outbound, tokens, Duration.ofSeconds(1)),
                        new BotTokens(new Secrets(Map.of()))),
                InstantSource.system());
    }
}
