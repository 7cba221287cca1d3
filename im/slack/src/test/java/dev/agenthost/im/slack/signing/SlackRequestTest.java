package dev.agenthost.im.slack.signing;

import static org.assertj.core.api.Assertions.assertThat;

import com.slack.api.app_backend.SlackSignature.Generator;
import dev.agenthost.testkit.slack.SignedRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlackRequestTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_795_900_000);
    private static final String SECRET = "secret-now";
    private static final List<String> SECRETS = List.of("secret-next", SECRET, "");
    private static final String EVENT = "{\"type\":\"event_callback\",\"event\":{}}";
    private static final String CHALLENGE =
            "{\"token\":\"Jhj5dZrVaK7ZwHHjRyZWjbDl\",\"challenge\":\"3eZbrw1aBm2rZgRN\",\"type\":\"url_verification\"}";

    /** The example of https://api.slack.com/docs/verifying-requests-from-slack. */
    @Test
    void theExampleOfTheDocumentationIsProven() {
        String body = "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V"
                + "&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text="
                + "&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
                + "&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
        SlackSignature signature =
                new SlackSignature("1531420618", "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503");

        assertThat(signature.proves(
                        body.getBytes(StandardCharsets.UTF_8),
                        List.of("8f742231b10e8888abcd99yyyzzz85a5"),
                        Instant.ofEpochSecond(1_531_420_618)))
                .isTrue();
    }

    /** The SDK of the platform is the oracle. It refuses blank secrets. */
    @Property(tries = 300)
    void theSignatureIsThatOfTheSdk(@ForAll String body, @ForAll String secret, @ForAll int timestamp) {
        String time = Integer.toString(timestamp);
        byte[] digest = SlackSignature.of(time, "s" + secret, body.getBytes(StandardCharsets.UTF_8));

        assertThat("v0=" + HexFormat.of().formatHex(digest))
                .isEqualTo(new Generator("s" + secret).generate(time, body));
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret-now", "secret-next"})
    void eitherLiveSecretIsAccepted(String secret) {
        assertThat(read(SignedRequest.of(EVENT, secret, NOW))).isInstanceOf(SlackRequest.Signed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret-no", "secret-now1", "SECRET-NOW", "other"})
    void anotherSecretIsRefused(String secret) {
        assertThat(read(SignedRequest.of(EVENT, secret, NOW))).isEqualTo(new SlackRequest.Unauthentic());
    }

    @Test
    void withoutALiveSecretNothingIsAccepted() {
        SignedRequest signed = SignedRequest.of(EVENT, SECRET, NOW);
        SlackSignature signature = new SlackSignature(signed.timestamp(), signed.signature());

        assertThat(SlackRequest.read(signature, utf8(EVENT), false, List.of(), NOW))
                .isEqualTo(new SlackRequest.Unauthentic());
        assertThat(SlackRequest.read(signature, utf8(EVENT), false, List.of(""), NOW))
                .isEqualTo(new SlackRequest.Unauthentic());
    }

    @ParameterizedTest
    @CsvSource({"-301,false", "-300,true", "0,true", "300,true", "301,false"})
    void aRequestIsAcceptedForSomeMinutes(int seconds, boolean isAccepted) {
        SlackRequest request = read(SignedRequest.of(EVENT, SECRET, NOW.plusSeconds(seconds)));

        assertThat(request instanceof SlackRequest.Signed).isEqualTo(isAccepted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-1795900000", "1795900000.0", "1795900000000", " 1795900000", "١٧٩٥٩٠٠٠٠٠"})
    void aTimestampThatIsNoTimeIsRefused(String timestamp) {
        String signature = new Generator(SECRET).generate(timestamp, EVENT);

        assertThat(read(timestamp, signature, EVENT)).isEqualTo(new SlackRequest.Unauthentic());
    }

    @Test
    void anAlteredRequestIsRefused() {
        SignedRequest signed = SignedRequest.of(EVENT, SECRET, NOW);
        String digest = signed.signature().substring(3);

        for (SlackRequest altered : List.of(
                read("1795900001", signed.signature(), EVENT),
                read(signed.timestamp(), signed.signature(), EVENT + " "),
                read(signed.timestamp(), signed.signature() + "00", EVENT),
                read(signed.timestamp(), "v1=" + digest, EVENT),
                read(signed.timestamp(), digest, EVENT),
                read(signed.timestamp(), "v0=", EVENT),
                read(signed.timestamp(), "v0=" + "x".repeat(64), EVENT),
                read(signed.timestamp(), null, EVENT),
                read(null, signed.signature(), EVENT),
                read(null, null, EVENT))) {
            assertThat(altered).isEqualTo(new SlackRequest.Unauthentic());
        }
    }

    /** Nothing of a body is parsed before its signature is right. */
    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[", "{\"a\":1,\"a\":2}", "not json"})
    void aBodyThatIsNoJsonIsMalformedOnlyIfItIsSigned(String body) {
        assertThat(read(SignedRequest.of(body, SECRET, NOW)))
                .isEqualTo(new SlackRequest.Malformed("The body is no JSON."));
        assertThat(read(SignedRequest.of(body, "other", NOW))).isEqualTo(new SlackRequest.Unauthentic());
    }

    @Test
    void aChallengeIsSigned() {
        assertThat(read(SignedRequest.of(CHALLENGE, SECRET, NOW)))
                .isEqualTo(new SlackRequest.Challenge("3eZbrw1aBm2rZgRN"));
        assertThat(read(SignedRequest.of(CHALLENGE, "other", NOW))).isEqualTo(new SlackRequest.Unauthentic());
        assertThat(read(null, null, CHALLENGE)).isEqualTo(new SlackRequest.Unauthentic());
    }

    @Test
    void anInteractionIsAForm() {
        String json = "{\"type\":\"block_actions\",\"text\":\"a+b & ü=%\"}";
        String form = "payload=" + URLEncoder.encode(json, StandardCharsets.UTF_8);

        for (String body : List.of(form, "a=b&" + form, form + "&c=d")) {
            assertThat(form(body)).isInstanceOfSatisfying(SlackRequest.Signed.class, signed -> assertThat(
                            signed.payload().path("text").asText())
                    .isEqualTo("a+b & ü=%"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "command=%2Fhelp&text=x|The form has no payload.",
                "payload|The form has no payload.",
                "payload=%zz|The form has no payload.",
                "payload=|The payload of the form is no JSON.",
                "payload=%7B|The payload of the form is no JSON.",
            })
    void aFormWithoutAPayloadIsMalformed(String body, String why) {
        assertThat(form(body)).isEqualTo(new SlackRequest.Malformed(why));
    }

    private static SlackRequest form(String body) {
        SignedRequest signed = SignedRequest.of(body, SECRET, NOW);
        return SlackRequest.read(
                new SlackSignature(signed.timestamp(), signed.signature()), utf8(body), true, SECRETS, NOW);
    }

    private static SlackRequest read(SignedRequest signed) {
        return read(signed.timestamp(), signed.signature(), signed.body());
    }

    private static SlackRequest read(@Nullable String timestamp, @Nullable String signature, String body) {
        return SlackRequest.read(new SlackSignature(timestamp, signature), utf8(body), false, SECRETS, NOW);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
