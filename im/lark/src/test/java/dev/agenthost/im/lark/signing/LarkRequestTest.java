package dev.agenthost.im.lark.signing;

import static org.assertj.core.api.Assertions.assertThat;

import com.lark.oapi.core.utils.Decryptor;
import com.lark.oapi.event.EventDispatcher;
import dev.agenthost.testkit.lark.SignedBody;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LarkRequestTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_795_900_000);
    private static final String KEY = "key-now";
    private static final List<String> KEYS = List.of("key-next", KEY, "");
    private static final String EVENT = "{\"schema\":\"2.0\",\"event\":{}}";
    private static final String CHALLENGE =
            "{\"challenge\":\"ajls384kdjx98XX\",\"token\":\"x\",\"type\":\"url_verification\"}";

    /** The example of the page (its key is {@code test key}). */
    @Test
    void theExampleOfTheDocumentationIsDecrypted() {
        assertThat(LarkCipher.decrypt("P37w+VZImNgPEO1RBhJ6RtKl7n6zymIbEG1pReEzghk=", "test key"))
                .hasValueSatisfying(plain ->
                        assertThat(new String(plain, StandardCharsets.UTF_8)).isEqualTo("hello world"));
    }

    /** The SDK of the platform is the oracle. It removes trailing control characters of the text, too. */
    @Property(tries = 300)
    void whatTheSdkDecryptsIsDecrypted(@ForAll String text, @ForAll @NotEmpty String key) {
        String plain = "{" + text + "}";
        String encrypted = SignedBody.encrypted(plain, key).replaceAll("^.*:\"|\"}$", "");

        assertThat(LarkCipher.decrypt(encrypted, key))
                .hasValueSatisfying(bytes -> assertThat(new String(bytes, StandardCharsets.UTF_8))
                        .isEqualTo(new Decryptor(key).decrypt(encrypted)));
    }

    @Property(tries = 300)
    void theSignatureIsThatOfTheSdk(
            @ForAll String nonce, @ForAll String key, @ForAll String body, @ForAll long timestamp)
            throws NoSuchAlgorithmException {
        byte[] digest = LarkSignature.of(Long.toString(timestamp), nonce, key, body.getBytes(StandardCharsets.UTF_8));

        assertThat(HexFormat.of().formatHex(digest))
                .isEqualTo(new SdkDispatcher().calculateSignature(Long.toString(timestamp), nonce, key, body));
    }

    private static final class SdkDispatcher extends EventDispatcher {
        SdkDispatcher() {
            super(EventDispatcher.newBuilder("", ""));
        }

        @Override
        protected String calculateSignature(String timestamp, String nonce, String encryptKey, String bodyString)
                throws NoSuchAlgorithmException {
            return super.calculateSignature(timestamp, nonce, encryptKey, bodyString);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"key-now", "key-next"})
    void eitherLiveKeyIsAccepted(String key) {
        assertThat(read(SignedBody.of(EVENT, key, NOW))).isInstanceOf(LarkRequest.Signed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"key-no", "key-now1", "KEY-NOW", "", "other"})
    void anotherKeyIsRefused(String key) {
        assertThat(read(SignedBody.of(EVENT, key, NOW))).isEqualTo(new LarkRequest.Unauthentic());
    }

    @ParameterizedTest
    @CsvSource({"-301,false", "-300,true", "0,true", "300,true", "301,false"})
    void aRequestIsAcceptedForSomeMinutes(int seconds, boolean isAccepted) {
        LarkRequest request = read(SignedBody.of(EVENT, KEY, NOW.plusSeconds(seconds)));

        assertThat(request instanceof LarkRequest.Signed).isEqualTo(isAccepted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-1795900000", "1795900000.0", "99999999999999", " 1795900000"})
    void aTimestampThatIsNoTimeIsRefused(String timestamp) {
        byte[] body = SignedBody.encrypted(EVENT, KEY).getBytes(StandardCharsets.UTF_8);
        String digest = HexFormat.of().formatHex(LarkSignature.of(timestamp, "n", KEY, body));

        assertThat(LarkRequest.read(new LarkSignature(timestamp, "n", digest), body, KEYS, NOW))
                .isEqualTo(new LarkRequest.Unauthentic());
    }

    @Test
    void anAlteredRequestIsRefused() {
        SignedBody signed = SignedBody.of(EVENT, KEY, NOW);

        assertThat(read(signed.timestamp(), "other", signed.digest(), signed.body()))
                .isEqualTo(new LarkRequest.Unauthentic());
        assertThat(read("1795900001", signed.nonce(), signed.digest(), signed.body()))
                .isEqualTo(new LarkRequest.Unauthentic());
        assertThat(read(signed.timestamp(), signed.nonce(), signed.digest(), signed.body() + " "))
                .isEqualTo(new LarkRequest.Unauthentic());
        assertThat(read(signed.timestamp(), signed.nonce(), signed.digest() + "00", signed.body()))
                .isEqualTo(new LarkRequest.Unauthentic());
        assertThat(read(signed.timestamp(), signed.nonce(), null, signed.body()))
                .isEqualTo(new LarkRequest.Unauthentic());
        assertThat(read(null, null, null, signed.body())).isEqualTo(new LarkRequest.Unauthentic());
    }

    /** Signed with one live key and encrypted with the other: the platform has one key at a time. */
    @Test
    void aBodyOfAnotherKeyThanItsSignatureIsRefused() {
        assertThat(read(SignedBody.signed(SignedBody.encrypted(EVENT, "key-next"), KEY, NOW)))
                .isEqualTo(new LarkRequest.Unauthentic());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{}",
                "{\"encrypt\":7}",
                "{\"encrypt\":\"\"}",
                "{\"encrypt\":\"%%\"}",
                "{\"encrypt\":\"AAAA\"}",
                "{\"encrypt\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\"}",
                EVENT,
                CHALLENGE
            })
    void aBodyThatIsNotEncryptedIsRefused(String body) {
        assertThat(read(SignedBody.signed(body, KEY, NOW))).isEqualTo(new LarkRequest.Unauthentic());
        assertThat(unsigned(body)).isEqualTo(new LarkRequest.Unauthentic());
    }

    @Test
    void aChallengeIsAnsweredWithAndWithoutASignature() {
        LarkRequest expected = new LarkRequest.Challenge("ajls384kdjx98XX");

        assertThat(read(SignedBody.of(CHALLENGE, KEY, NOW))).isEqualTo(expected);
        assertThat(unsigned(SignedBody.encrypted(CHALLENGE, KEY))).isEqualTo(expected);
        assertThat(unsigned(SignedBody.encrypted(CHALLENGE, "other"))).isEqualTo(new LarkRequest.Unauthentic());
        assertThat(unsigned(SignedBody.encrypted(CHALLENGE, ""))).isEqualTo(new LarkRequest.Unauthentic());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\\n", "<x>", "\\u00e4", "{}"})
    void aChallengeOfOtherCharactersIsRefused(String challenge) {
        String plain = CHALLENGE.replace("ajls384kdjx98XX", challenge);

        assertThat(unsigned(SignedBody.encrypted(plain, KEY))).isEqualTo(new LarkRequest.Unauthentic());
        assertThat(read(SignedBody.of(plain, KEY, NOW))).isEqualTo(new LarkRequest.Unauthentic());
    }

    /** A sender without a key makes the host parse no more than that. */
    @Test
    void aLongBodyWithoutASignatureIsNotParsed() {
        String longest = CHALLENGE.replace("\"x\"", "\"" + "x".repeat(4000) + "\"");

        assertThat(unsigned(SignedBody.encrypted(longest, KEY))).isEqualTo(new LarkRequest.Unauthentic());
        assertThat(read(SignedBody.of(longest, KEY, NOW))).isInstanceOf(LarkRequest.Challenge.class);
    }

    /** Each byte of a captured challenge in turn: what is answered never has a character of an unknown block. */
    @Test
    void anAlteredChallengeShowsNothing() {
        byte[] captured =
                Base64.getDecoder().decode(SignedBody.encrypted(CHALLENGE, KEY).replaceAll("^.*:\"|\"}$", ""));

        List<LarkRequest> outcomes = IntStream.range(16, captured.length)
                .mapToObj(i -> {
                    byte[] altered = captured.clone();
                    altered[i] ^= 1;
                    return unsigned("{\"encrypt\":\"" + Base64.getEncoder().encodeToString(altered) + "\"}");
                })
                .toList();

        assertThat(outcomes)
                .allMatch(outcome -> outcome instanceof LarkRequest.Unauthentic
                        || outcome instanceof LarkRequest.Challenge(String challenge)
                                && challenge.matches("[ -~]{15}"));
    }

    private static LarkRequest unsigned(String body) {
        return LarkRequest.read(new LarkSignature(null, null, null), body.getBytes(StandardCharsets.UTF_8), KEYS, NOW);
    }

    private static LarkRequest read(SignedBody signed) {
        return read(signed.timestamp(), signed.nonce(), signed.digest(), signed.body());
    }

    private static LarkRequest read(
            @Nullable String timestamp, @Nullable String nonce, @Nullable String digest, String body) {
        return LarkRequest.read(
                new LarkSignature(timestamp, nonce, digest), body.getBytes(StandardCharsets.UTF_8), KEYS, NOW);
    }
}
