package dev.agenthost.gateway.intake.dingtalk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.intake.BotEventIntakes;
import dev.agenthost.gateway.intake.connection.ScriptedProducer;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.dingtalk.client.DingTalkFileDownload;
import dev.agenthost.im.dingtalk.client.DingTalkTokens;
import dev.agenthost.im.dingtalk.inbound.DingTalkPush;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.ButtonPressResult;
import dev.agenthost.protocol.id.RunId;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pressed buttons of cards. */
class DingTalkButtonsTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final String KEY =
            new ButtonKey(new RunId(UUID.randomUUID()), 1, "token-of-it").text().orElseThrow();

    private final ScriptedProducer kafka = new ScriptedProducer();

    @AfterAll
    static void stopVertx() {
        VERTX.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ACCEPTED  | 已收到您的回答。 Your answer was accepted.",
                "ANSWERED  | 这个问题已经有人回答了。 This question has already been answered.",
                "NOT_ASKED | 这个问题是问别人的。 This question is for someone else.",
                "EXPIRED   | 这个问题已过期。 This question has expired.",
                "UNKNOWN   | 这个问题已不存在。 This question no longer exists."
            })
    void theResultIsShownOnTheCard(ButtonPressResult.Outcome outcome, String notice) throws InterruptedException {
        assertThat(notice(KEY, press -> CompletableFuture.completedFuture(new ButtonPressResult(outcome))))
                .isEqualTo(notice);
        assertThat(kafka.published())
                .as("the event comes from run-orchestrator")
                .isEmpty();
    }

    @Test
    void aButtonThatCannotBeSubmittedIsPressedAgain() throws InterruptedException {
        assertThat(notice(KEY, press -> CompletableFuture.failedFuture(new IOException())))
                .isEqualTo("暂时无法接受回答，请再按一次。 The answer could not be accepted. Please press again.");
    }

    /** The platform waits 2 s. */
    @Test
    void aSubmissionWithoutAnAnswerIsPressedAgain() throws InterruptedException {
        assertThat(notice(KEY, press -> new CompletableFuture<>())).contains("Please press again.");
    }

    @Test
    void aButtonOfAnotherCardIsAnEventAndChangesNothing() throws InterruptedException {
        assertThat(take("accept", press -> CompletableFuture.failedFuture(new IOException())))
                .isEqualTo(DingTalkOutcome.Done.withoutContent());
        assertThat(kafka.published()).hasSize(1);
    }

    private String notice(String key, ButtonPressClient presses) throws InterruptedException {
        ObjectNode response = ((DingTalkOutcome.Done) take(key, presses)).response();
        return response.at("/userPrivateData/cardParamMap/tips").asText();
    }

    private DingTalkOutcome take(String key, ButtonPressClient presses) throws InterruptedException {
        EgressClient outbound = new EgressClient(VERTX, new AddressPolicy(true), 4, Duration.ofSeconds(1));
        DingTalkFileDownload files = new DingTalkFileDownload(
                outbound,
                new DingTalkTokens(outbound, Duration.ofSeconds(1), InstantSource.system()),
                Duration.ofSeconds(1));
        DingTalkEventIntake intake = new DingTalkEventIntake(
                BotEventIntakes.into(kafka.of("a")),
                presses,
                new DingTalkDownloads(files, new BotTokens(new Secrets(Map.of()))));
        return intake.take(
                DingTalkBot.connected("shop", true, "http://127.0.0.1:1"),
                new DingTalkPush(DingTalkPush.Topic.CARD, "m-1", DingTalkBot.press(key)),
                false);
    }
}
