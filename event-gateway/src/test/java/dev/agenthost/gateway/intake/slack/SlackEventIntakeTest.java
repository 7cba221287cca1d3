package dev.agenthost.gateway.intake.slack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.bot.ScriptedForms;
import dev.agenthost.gateway.intake.BotEventIntakes;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.im.slack.client.ResponseUrlClient;
import dev.agenthost.im.slack.client.SlackClient;
import dev.agenthost.im.slack.client.SlackFileDownload;
import dev.agenthost.im.slack.inbound.SlackEventCases;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.testkit.DamagedJson;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class SlackEventIntakeTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final BotRegistration BOT = SlackBot.registered("shop", true, "http://127.0.0.1:1", "HOOK_NOW");

    private final List<EventEnvelope> published = new ArrayList<>();

    @AfterAll
    static void end() {
        VERTX.close();
    }

    /** The platform repeats what is not answered with 200, so an event that Kafka did not take must not be answered so. */
    @Test
    void anEventThatKafkaDidNotTakeMustComeAgain() throws InterruptedException {
        SlackEventIntake away =
                intake((event, traceparent) -> CompletableFuture.failedFuture(new IOException("no broker")));
        ObjectNode message = SlackBot.message("Ev1", "D8", SlackBot.TS, "hello");

        assertThat(away.take(BOT, message)).isInstanceOf(SlackReply.Unavailable.class);
        assertThat(intake(this::publish).take(BOT, message)).isEqualTo(new SlackReply.Acknowledged(null));
        assertThat(published).hasSize(1);
    }

    @Test
    void everyPayloadHasAnOutcome() throws InterruptedException {
        List<JsonNode> events =
                SlackEventCases.all().stream().map(row -> row.path("event")).toList();
        SlackEventIntake intake = intake(this::publish);
        for (int seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            JsonNode payload = events.get(random.nextInt(events.size())).deepCopy();
            if (payload.has("event_time")) {
                ((ObjectNode) payload).put("event_time", Instant.now().getEpochSecond());
            }
            for (int faults = random.nextInt(4); faults >= 0; faults--) {
                DamagedJson.damage(payload, random);
            }

            assertThat(intake.take(BOT, payload)).as("seed %d", seed).isInstanceOf(SlackReply.Acknowledged.class);
        }
        assertThat(published).isNotEmpty();
    }

    private CompletableFuture<Void> publish(EventEnvelope event, String traceparent) {
        published.add(event);
        return CompletableFuture.completedFuture(null);
    }

    /** Shows no texts and fetches no files, so nothing is called. */
    private static SlackEventIntake intake(EventProducer events) {
        EgressClient outbound =
                new EgressClient(VERTX, new AddressPolicy(false, AllowList.parse(List.of())), 4, Duration.ofSeconds(1));
        SlackPressReplies replies = new SlackPressReplies(new ResponseUrlClient(outbound, Duration.ofSeconds(1)), 0);
        BotTokens tokens = new BotTokens(new Secrets(Map.of()));
        ScriptedForms forms = new ScriptedForms();
        forms.ask(SlackBot.QUESTION);
        return new SlackEventIntake(
                BotEventIntakes.into(events),
                press -> CompletableFuture.failedFuture(new IOException("no run-orchestrator")),
                new SlackDownloads(new SlackFileDownload(outbound, Duration.ofSeconds(1)), tokens),
                replies,
                new SlackForms(forms, new SlackClient(outbound, Duration.ofSeconds(1)), tokens, replies));
    }
}
