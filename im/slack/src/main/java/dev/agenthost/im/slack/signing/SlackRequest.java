package dev.agenthost.im.slack.signing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** A request of the platform before it is trusted. */
public sealed interface SlackRequest {
    /** The member of a form that has the payload of an interaction. */
    String FORM_MEMBER = "payload=";

    /** A signed request: an event, or the payload of an interaction. */
    record Signed(JsonNode payload) implements SlackRequest {}

    /** The platform verifies the address, and expects the challenge in the answer. */
    record Challenge(String challenge) implements SlackRequest {}

    /** The request is not signed with one of the secrets, or too old. */
    record Unauthentic() implements SlackRequest {}

    /**
     * A signed request that is of neither form.
     *
     * @param why a sentence without content of the request
     */
    record Malformed(String why) implements SlackRequest {}

    /**
     * Checks a request. Nothing of a body is parsed before its signature is right; that of a challenge is signed, too
     * (https://api.slack.com/events/url_verification). An event is JSON, and an interaction a form with JSON in its member
     * {@code payload} (https://docs.slack.dev/interactivity/handling-user-interaction).
     *
     * @param isForm true for {@code application/x-www-form-urlencoded}
     * @param secrets the live Signing Secrets of the bot
     */
    static SlackRequest read(
            SlackSignature signature, byte[] body, boolean isForm, Collection<String> secrets, Instant now) {
        if (!signature.proves(body, secrets, now)) {
            return new Unauthentic();
        }
        byte[] json = isForm ? payload(new String(body, StandardCharsets.UTF_8)) : body;
        if (json == null) {
            return new Malformed("The form has no payload.");
        }
        try {
            JsonNode payload = ProtocolCodec.readTree(json);
            String challenge = payload.path("challenge").textValue();
            return challenge != null
                            && "url_verification".equals(payload.path("type").textValue())
                    ? new Challenge(challenge)
                    : new Signed(payload);
        } catch (UndecodableException e) {
            return new Malformed(isForm ? "The payload of the form is no JSON." : "The body is no JSON.");
        }
    }

    private static byte @Nullable [] payload(String form) {
        for (String member : form.split("&")) {
            if (member.startsWith(FORM_MEMBER)) {
                try {
                    return URLDecoder.decode(member.substring(FORM_MEMBER.length()), StandardCharsets.UTF_8)
                            .getBytes(StandardCharsets.UTF_8);
                } catch (IllegalArgumentException badEscape) {
                    return null;
                }
            }
        }
        return null;
    }
}
