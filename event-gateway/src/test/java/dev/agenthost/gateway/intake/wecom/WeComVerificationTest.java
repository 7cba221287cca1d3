package dev.agenthost.gateway.intake.wecom;

import static dev.agenthost.gateway.intake.wecom.WeComBot.CORP;
import static dev.agenthost.gateway.intake.wecom.WeComBot.KEY;
import static dev.agenthost.gateway.intake.wecom.WeComBot.NOW;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.gateway.bot.BotRecords;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.wecom.SignedWeComCallback;
import dev.agenthost.testkit.wecom.SignedWeComCallback.Sender;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The verification of the address, when a person saves it in the console of the platform. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
class WeComVerificationTest {
    private static final String BOT = "wecom-address";
    private static final String ASLEEP = "wecom-address-asleep";

    @Inject
    BotRegistry bots;

    @BeforeEach
    void registerBots() {
        String url = "http://127.0.0.1:1";
        bots.take(WeComBot.registered(BOT, true, url, "HOOK_NOW", "HOOK_NEXT"));
        bots.take(WeComBot.registered(ASLEEP, false, url, "HOOK_NOW"));
    }

    @Test
    void theAddressIsVerifiedWithTheDecryptedTextAlone() {
        for (String bot : List.of(BOT, ASLEEP)) {
            verify(bot, NOW, Instant.now())
                    .statusCode(200)
                    .contentType("text/plain")
                    .body(equalTo("1616140317555161061"));
        }
    }

    @Test
    void aPlusSignOfAVerificationMayBeWrittenAsItIs() {
        SignedWeComCallback callback = SignedWeComCallback.of("echo-1", NOW, Instant.now());
        while (!callback.encrypted().contains("+")) {
            callback = SignedWeComCallback.of("echo-1", NOW, Instant.now());
        }
        given().urlEncodingEnabled(false)
                .get("/webhooks/wecom/" + BOT + "?msg_signature=" + callback.signature() + "&timestamp="
                        + callback.timestamp() + "&nonce=" + callback.nonce() + "&echostr=" + callback.encrypted())
                .then()
                .statusCode(200)
                .body(equalTo("echo-1"));
    }

    @Test
    void aVerificationThatIsNotAuthenticIsUnauthorized() {
        unauthorized(verify(BOT, new Sender("wrong", KEY, CORP), Instant.now()));
        unauthorized(verify(BOT, NOW, Instant.now().minusSeconds(400)));
        unauthorized(given().get("/webhooks/wecom/" + BOT).then());
        verify("unknown", NOW, Instant.now()).statusCode(404);
    }

    /** A callback has the same signature as a verification, so it could be sent as one to have it decrypted. */
    @Test
    void aVerificationDecryptsNoCallback() {
        String message = WeComBot.text("1", "user5", "secret");

        unauthorized(WeComBot.verify(BOT, SignedWeComCallback.of(message, NOW, Instant.now())));
    }

    @Test
    void theNextSecretsAreAcceptedDuringARotation() {
        for (Sender next : List.of(
                new Sender("hook_next_2", KEY, CORP),
                new Sender("hook_now_1", WeComBot.NEXT_KEY, CORP),
                new Sender("hook_next_2", WeComBot.NEXT_KEY, CORP))) {
            verify(BOT, next, Instant.now()).statusCode(200);
        }
    }

    @Test
    void aRefusalIsInTheAudit() {
        BotRecords.awaitCountedRefusals();
        try (TopicConsumer audit = TopicConsumer.fromNow(Topics.AUDIT)) {
            unauthorized(verify(BOT, new Sender("wrong-secret", KEY, CORP), Instant.now()));

            assertThat(audit.await(1, record -> new String(record.value()).contains("GET /webhooks/wecom/" + BOT)))
                    .isNotEmpty()
                    .allSatisfy(record -> assertThat(new String(record.value()))
                            .contains("key.refused")
                            .doesNotContain("wrong-secret"));
        }
    }

    private static ValidatableResponse verify(String bot, Sender sender, Instant sent) {
        return WeComBot.verify(bot, SignedWeComCallback.of("1616140317555161061", sender, sent));
    }

    private static void unauthorized(ValidatableResponse response) {
        response.statusCode(401).body("code", equalTo("unauthorized"));
    }
}
