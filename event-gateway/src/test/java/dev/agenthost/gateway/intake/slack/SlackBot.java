package dev.agenthost.gateway.intake.slack;

import static io.restassured.RestAssured.given;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.bot.QuestionFormClient;
import dev.agenthost.gateway.intake.BotEventIntakes;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.gateway.intake.connection.ConnectedPlatform;
import dev.agenthost.gateway.intake.connection.ws.ConnectionReplica;
import dev.agenthost.im.slack.client.ResponseUrlClient;
import dev.agenthost.im.slack.client.SlackClient;
import dev.agenthost.im.slack.client.SlackFileDownload;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.testkit.slack.SignedRequest;
import io.restassured.config.EncoderConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Bots at Slack, and requests as the platform sends them. */
final class SlackBot {
    static final String SECRET = "hook_now_1";
    static final String JSON = "application/json";
    static final String FORM = "application/x-www-form-urlencoded";
    static final String TOKEN = "verification-token";
    /** The time of each message. */
    static final String TS = "1795900001.000100";

    /** The body is signed, so it and its content type stay as they are. */
    private static final RestAssuredConfig AS_IT_IS = RestAssuredConfig.config()
            .encoderConfig(EncoderConfig.encoderConfig()
                    .appendDefaultContentCharsetToContentTypeIfUndefined(false)
                    .defaultContentCharset(StandardCharsets.UTF_8)
                    .encodeContentTypeAs(FORM, ContentType.TEXT));

    private static final AtomicInteger VERSIONS = new AtomicInteger(1);

    /** A question with one field. */
    static final String QUESTION = """
            {"interaction_id":"i1","title":"Size?","fallback_text":"Reply with a size.",
             "fields":[{"id":"size","label":"Size","type":"select","required":true,
              "options":[{"value":"s","label":"Small"},{"value":"l","label":"Large"}]},
              {"id":"count","label":"Count","type":"number"}]}""";

    private SlackBot() {}

    /** Returns the platform of one replica whose events arrive over connections. */
    static ConnectedPlatform platform(
            EgressClient outbound, EventProducer events, QuestionFormClient forms, String appToken) {
        BotTokens tokens = new BotTokens(
                new Secrets(Map.of("SLACK_APP", appToken, "SLACK_TOKEN", "xoxb-1", "RED_APP", "xapp-1-A2-1")));
        SlackClient client = new SlackClient(outbound, ConnectionReplica.TIMEOUT);
        SlackPressReplies replies =
                new SlackPressReplies(new ResponseUrlClient(outbound, ConnectionReplica.TIMEOUT), 4);
        SlackEventIntake intake = new SlackEventIntake(
                BotEventIntakes.into(events),
                press -> CompletableFuture.failedFuture(new IOException("no run-orchestrator")),
                new SlackDownloads(new SlackFileDownload(outbound, ConnectionReplica.TIMEOUT), tokens),
                replies,
                new SlackForms(forms, client, tokens, replies));
        return new SlackConnections(tokens, client, intake);
    }

    /** @param secrets names of the secrets that are its Signing Secrets */
    static BotRegistration registered(String botId, boolean enabled, String apiUrl, String... secrets) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("app_id", "A1").put("team_id", "T1").put("api_url", apiUrl);
        return new BotRegistration(
                botId,
                "green",
                BotPlatform.SLACK,
                botId,
                enabled,
                Map.of("webhook", List.of(secrets), "token", List.of("SLACK_TOKEN")),
                options,
                1,
                null);
    }

    /** Returns a bot whose events arrive over a connection; each one differs from those before. */
    static BotRegistration connected(String botId, boolean enabled, String apiUrl) {
        return connected(botId, "green", enabled, apiUrl, "SLACK_APP", "SLACK_APP_2");
    }

    /** @param secrets names of the secrets that are its app-level tokens */
    static BotRegistration connected(
            String botId, String workspaceId, boolean enabled, String apiUrl, String... secrets) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("app_id", "A1").put("team_id", "T1").put("api_url", apiUrl);
        options.put(BotRegistration.RECEIVE, BotRegistration.CONNECTION);
        return new BotRegistration(
                botId,
                workspaceId,
                BotPlatform.SLACK,
                botId,
                enabled,
                Map.of("app", List.of(secrets), "token", List.of("SLACK_TOKEN")),
                options,
                VERSIONS.incrementAndGet(),
                null);
    }

    /** Returns the press of a button of a question. */
    static ObjectNode press(String value, String question, String responseUrl) {
        ObjectNode payload = JsonNodeFactory.instance.objectNode().put("type", "block_actions");
        payload.put("api_app_id", "A1").put("token", TOKEN);
        payload.put("trigger_id", UUID.randomUUID().toString()).put("response_url", responseUrl);
        payload.putObject("team").put("id", "T1");
        payload.putObject("user").put("id", "U5");
        payload.putObject("channel").put("id", "C8");
        payload.putObject("message").put("ts", TS).put("text", question);
        payload.putArray("actions")
                .addObject()
                .put("type", "button")
                .put("action_id", "agenthost:1")
                .put("value", value);
        return payload;
    }

    /** Returns the press of the button that opens the form of a question. */
    static ObjectNode formPress(String value, String question, String responseUrl, String trigger) {
        ObjectNode press = press(value, question, responseUrl).put("trigger_id", trigger);
        ((ObjectNode) press.at("/actions/0")).put("action_id", "agenthost:form:0");
        return press;
    }

    /** Reads a body; a missing node for an empty one. */
    static JsonNode json(String body) {
        try {
            return body.isEmpty()
                    ? JsonNodeFactory.instance.missingNode()
                    : ProtocolCodec.readTree(body.getBytes(StandardCharsets.UTF_8));
        } catch (UndecodableException e) {
            throw new AssertionError(body, e);
        }
    }

    /** Posts an event. */
    static ValidatableResponse post(String botId, ObjectNode payload) {
        return post(botId, SignedRequest.of(payload.toString(), SECRET, Instant.now()));
    }

    static ValidatableResponse post(String botId, SignedRequest signed) {
        return post(botId, JSON, signed.timestamp(), signed.signature(), signed.body());
    }

    /** Posts an interaction. */
    static ValidatableResponse interact(String botId, ObjectNode payload) {
        String form = "payload=" + URLEncoder.encode(payload.toString(), StandardCharsets.UTF_8);
        SignedRequest signed = SignedRequest.of(form, SECRET, Instant.now());
        return post(botId, FORM, signed.timestamp(), signed.signature(), form);
    }

    /** Posts with the headers that are not null. */
    static ValidatableResponse post(
            String botId, String contentType, @Nullable String timestamp, @Nullable String signature, String body) {
        var request = given().config(AS_IT_IS).contentType(contentType).body(body);
        if (timestamp != null) {
            request = request.header(SlackWebhookResource.TIMESTAMP, timestamp);
        }
        if (signature != null) {
            request = request.header(SlackWebhookResource.SIGNATURE, signature);
        }
        return request.post("/webhooks/slack/" + botId).then();
    }

    /** Returns an event with its wrapper. */
    static ObjectNode event(String eventId, String type) {
        ObjectNode payload = JsonNodeFactory.instance.objectNode().put("token", TOKEN);
        payload.put("type", "event_callback").put("team_id", "T1").put("api_app_id", "A1");
        payload.put("event_id", eventId).put("event_time", Instant.now().getEpochSecond());
        payload.putArray("authorizations")
                .addObject()
                .put("team_id", "T1")
                .put("user_id", "UBOT")
                .put("is_bot", true);
        payload.putObject("event").put("type", type);
        return payload;
    }

    /** Returns a message of a private chat. */
    static ObjectNode message(String eventId, String channel, String ts, String text) {
        ObjectNode payload = event(eventId, "message");
        payload.withObjectProperty("event")
                .put("channel", channel)
                .put("channel_type", "im")
                .put("user", "U5")
                .put("ts", ts)
                .put("text", text);
        return payload;
    }
}
