package dev.agenthost.im.discord.signing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.testkit.discord.SignedInteraction;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiscordRequestTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_795_900_000);
    private static final SignedInteraction.Key KEY = new SignedInteraction.Key();
    private static final SignedInteraction.Key NEXT = new SignedInteraction.Key();
    private static final List<String> KEYS = List.of("", "no key", NEXT.publicKey(), KEY.publicKey());
    private static final String COMMAND = "{\"id\":\"1\",\"type\":2}";

    /** Vectors of RFC 8032, section 7.1. */
    @ParameterizedTest
    @CsvSource({
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a,'',"
                + "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c,72,"
                + "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025,af82,"
                + "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    })
    void theVectorsOfTheStandardAreVerified(String key, String message, String signature) {
        HexFormat hex = HexFormat.of();
        byte[] altered = hex.parseHex(message + "00");

        assertThat(DiscordSignature.verifies(hex.parseHex(key), hex.parseHex(message), hex.parseHex(signature)))
                .isTrue();
        assertThat(DiscordSignature.verifies(hex.parseHex(key), altered, hex.parseHex(signature)))
                .isFalse();
    }

    @Test
    void eitherLiveKeyIsAccepted() {
        assertThat(read(KEY.sign(COMMAND, NOW))).isInstanceOf(DiscordRequest.Signed.class);
        assertThat(read(NEXT.sign(COMMAND, NOW))).isInstanceOf(DiscordRequest.Signed.class);
        assertThat(read(new SignedInteraction.Key().sign(COMMAND, NOW))).isEqualTo(new DiscordRequest.Unauthentic());
    }

    @Test
    void withoutAKeyNothingIsAccepted() {
        SignedInteraction signed = KEY.sign(COMMAND, NOW);
        DiscordSignature signature = new DiscordSignature(signed.timestamp(), signed.signature());

        for (List<String> keys : List.of(
                List.<String>of(),
                List.of(""),
                List.of("0".repeat(64)),
                List.of("f".repeat(64)),
                List.of("x".repeat(64)),
                List.of(KEY.publicKey() + "00"))) {
            assertThat(DiscordRequest.read(signature, utf8(COMMAND), keys, NOW))
                    .isEqualTo(new DiscordRequest.Unauthentic());
        }
    }

    @ParameterizedTest
    @CsvSource({"-301,false", "-300,true", "0,true", "300,true", "301,false"})
    void aRequestIsAcceptedForSomeMinutes(int seconds, boolean isAccepted) {
        assertThat(read(KEY.sign(COMMAND, NOW.plusSeconds(seconds))) instanceof DiscordRequest.Signed)
                .isEqualTo(isAccepted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-1795900000", "1795900000.0", "1795900000000", " 1795900000", "١٧٩٥٩٠٠٠٠٠"})
    void aTimestampThatIsNoTimeIsRefused(String timestamp) {
        assertThat(read(KEY.sign(COMMAND, timestamp))).isEqualTo(new DiscordRequest.Unauthentic());
    }

    @Test
    void anAlteredRequestIsRefused() {
        SignedInteraction signed = KEY.sign(COMMAND, NOW);
        String hex = signed.signature();
        String flipped = (hex.charAt(0) == '0' ? "1" : "0") + hex.substring(1);

        for (DiscordRequest altered : List.of(
                read("1795900001", hex, COMMAND),
                read(signed.timestamp(), hex, COMMAND + " "),
                read(signed.timestamp(), flipped, COMMAND),
                read(signed.timestamp(), hex + "00", COMMAND),
                read(signed.timestamp(), "", COMMAND),
                read(signed.timestamp(), "x".repeat(128), COMMAND),
                read(signed.timestamp(), "0".repeat(128), COMMAND),
                read(signed.timestamp(), null, COMMAND),
                read(null, hex, COMMAND),
                read(null, null, COMMAND))) {
            assertThat(altered).isEqualTo(new DiscordRequest.Unauthentic());
        }
    }

    /** Nothing of a body is parsed before its signature is verified. */
    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[", "{\"a\":1,\"a\":2}", "not json"})
    void aBodyThatIsNoJsonIsMalformedOnlyIfItIsSigned(String body) {
        assertThat(read(KEY.sign(body, NOW))).isEqualTo(new DiscordRequest.Malformed("The body is no JSON."));
        assertThat(read(new SignedInteraction.Key().sign(body, NOW))).isEqualTo(new DiscordRequest.Unauthentic());
    }

    @Test
    void aPingIsSigned() {
        String ping = "{\"id\":\"1\",\"type\":1,\"version\":1}";

        assertThat(read(KEY.sign(ping, NOW))).isEqualTo(new DiscordRequest.Ping());
        assertThat(read(new SignedInteraction.Key().sign(ping, NOW))).isEqualTo(new DiscordRequest.Unauthentic());
        assertThat(read(null, null, ping)).isEqualTo(new DiscordRequest.Unauthentic());
        assertThat(read(KEY.sign("[1]", NOW))).isEqualTo(new DiscordRequest.Malformed("The body is no object."));
        assertThat(DiscordRequest.PONG).isEqualTo("{\"type\":1}");
    }

    private static DiscordRequest read(SignedInteraction signed) {
        return read(signed.timestamp(), signed.signature(), signed.body());
    }

    private static DiscordRequest read(@Nullable String timestamp, @Nullable String signature, String body) {
        return DiscordRequest.read(new DiscordSignature(timestamp, signature), utf8(body), KEYS, NOW);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
