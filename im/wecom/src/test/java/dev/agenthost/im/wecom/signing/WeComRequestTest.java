package dev.agenthost.im.wecom.signing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.testkit.wecom.SignedWeComCallback;
import dev.agenthost.testkit.wecom.SignedWeComCallback.Sender;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests of the samples that the platform publishes with its libraries, and of the testkit
 * (https://developer.work.weixin.qq.com/document/path/90307).
 */
class WeComRequestTest {
    private static final String CORP = "wx5823bf96d3bd56c7";
    private static final String TOKEN = "QDG6eK";
    private static final String KEY = "jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C";
    private static final String OTHER_KEY = "6qkdMrq68nTKduznJYO1A37W2oEgpkMUvkttRToqhUt";
    private static final WeComKeys KEYS = new WeComKeys(List.of(TOKEN), List.of(KEY), CORP);
    private static final Sender SENDER = new Sender(TOKEN, KEY, CORP);

    private static final Instant VERIFIED = Instant.ofEpochSecond(1_409_659_589L);
    private static final WeComSignature VERIFICATION =
            new WeComSignature("5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3", "1409659589", "263014780");
    private static final String ECHO =
            "P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ==";

    private static final Instant SENT = Instant.ofEpochSecond(1_409_659_813L);
    private static final WeComSignature MESSAGE =
            new WeComSignature("477715d11cdb4164915debcba66cb864d751f3e6", "1409659813", "1372623149");
    private static final String BODY = "<xml><ToUserName><![CDATA[wx5823bf96d3bd56c7]]></ToUserName><Encrypt><![CDATA["
            + "RypEvHKD8QQKFhvQ6QleEB4J58tiPdvo+rtK1I9qca6aM/wvqnLSV5zEPeusUiX5L5X/0lWfrf0QADHHhGd3QczcdCUpj911L3vg3W/s"
            + "YYvuJTs3TUUkSUXxaccAS0qhxchrRYt66wiSpGLYL42aM6A8dTT+6k4aSknmPj48kzJs8qLjvd4Xgpue06DOdnLxAUHzM6+kDZ+HMZfJ"
            + "YuR+LtwGc2hgf5gsijff0ekUNXZiqATP7PF5mZxZ3Izoun1s4zG4LUMnvw2r+KqCKIw+3IQH03v+BCA9nMELNqbSf6tiWSrXJB3LAVGU"
            + "callcrw8V2t9EL4EhzJWrQUax5wLVMNS0+rUPA3k22Ncx4XXZS9o0MBH27Bo6BpNelZpS+/uh9KsNlY6bHCmJU9p8g7m3fVKn28H3KDY"
            + "A5Pl/T8Z1ptDAVe0lXdQ2YoyyH2uyPIGHBZZIs2pDBS8R07+qN+E7Q==]]></Encrypt><AgentID><![CDATA[218]]></AgentID></xml>";

    @Test
    void theVerificationOfThePlatformsSampleIsAnswered() {
        assertThat(WeComRequest.verify(VERIFICATION, ECHO, KEYS, VERIFIED)).contains("1616140317555161061");
    }

    @Test
    void theMessageOfThePlatformsSampleIsRead() {
        assertThat(WeComRequest.read(MESSAGE, BODY.getBytes(StandardCharsets.UTF_8), KEYS, SENT))
                .isInstanceOfSatisfying(WeComRequest.Signed.class, signed -> {
                    assertThat(signed.payload().path("ToUserName").asText()).isEqualTo(CORP);
                    assertThat(signed.payload().path("FromUserName").asText()).isEqualTo("mycreate");
                    assertThat(signed.payload().path("Content").asText()).isEqualTo("hello");
                    assertThat(signed.payload().path("MsgId").asText()).isEqualTo("4561255354251345929");
                    assertThat(signed.payload().path("AgentID").asText()).isEqualTo("218");
                });
    }

    @Test
    void eachOfTheLiveSecretsOpensARequest() {
        WeComKeys rotating = new WeComKeys(List.of("next", TOKEN), List.of(OTHER_KEY, KEY), CORP);

        assertThat(WeComRequest.verify(VERIFICATION, ECHO, rotating, VERIFIED)).isPresent();
        assertThat(WeComRequest.read(MESSAGE, BODY.getBytes(StandardCharsets.UTF_8), rotating, SENT))
                .isInstanceOfSatisfying(WeComRequest.Signed.class, signed -> assertThat(signed.seal())
                        .isEqualTo(new WeComSeal(TOKEN, KEY, CORP)));
    }

    @Test
    void anotherSecretOrCompanyOpensNothing() {
        for (WeComKeys keys : List.of(
                new WeComKeys(List.of("other"), List.of(KEY), CORP),
                new WeComKeys(List.of(), List.of(KEY), CORP),
                new WeComKeys(List.of(TOKEN), List.of(OTHER_KEY), CORP),
                new WeComKeys(List.of(TOKEN), List.of("short"), CORP),
                new WeComKeys(List.of(TOKEN), List.of(), CORP),
                new WeComKeys(List.of(TOKEN), List.of(KEY), "wx5823bf96d3bd56c8"),
                new WeComKeys(List.of(TOKEN), List.of(KEY), ""))) {
            assertThat(WeComRequest.verify(VERIFICATION, ECHO, keys, VERIFIED)).isEmpty();
            assertThat(WeComRequest.read(MESSAGE, BODY.getBytes(StandardCharsets.UTF_8), keys, SENT))
                    .isInstanceOf(WeComRequest.Unauthentic.class);
        }
    }

    @Test
    void anOldRequestOpensNothing() {
        assertThat(WeComRequest.verify(VERIFICATION, ECHO, KEYS, VERIFIED.plusSeconds(301)))
                .isEmpty();
        assertThat(WeComRequest.read(MESSAGE, BODY.getBytes(StandardCharsets.UTF_8), KEYS, SENT.plusSeconds(301)))
                .isInstanceOf(WeComRequest.Unauthentic.class);
    }

    @Test
    void aCallbackIsNotDecryptedInTheAnswerToAVerification() {
        SignedWeComCallback callback = SignedWeComCallback.of("<xml><Content>secret</Content></xml>", SENDER, SENT);

        assertThat(WeComRequest.verify(signature(callback), callback.encrypted(), KEYS, SENT))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no XML", "<xml/>", "<xml><Encrypt/></xml>", "<xml><Encrypt><a/></Encrypt></xml>"})
    void aBodyWithoutAnEncryptedTextIsNotAuthentic(String body) {
        SignedWeComCallback empty = SignedWeComCallback.signed("", SENDER, SENT);

        assertThat(WeComRequest.read(signature(empty), body.getBytes(StandardCharsets.UTF_8), KEYS, SENT))
                .isInstanceOf(WeComRequest.Unauthentic.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"AAAA", "no base64!", "P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKk="})
    void aSignedTextThatIsNotEncryptedIsNotAuthentic(String text) {
        SignedWeComCallback signed = SignedWeComCallback.signed(text, SENDER, SENT);

        assertThat(read(signed)).isInstanceOf(WeComRequest.Unauthentic.class);
        assertThat(WeComRequest.verify(signature(signed), text, KEYS, SENT)).isEmpty();
    }

    @Test
    void anEncryptedTextThatIsNoDocumentIsItsPayload() {
        assertThat(read(SignedWeComCallback.of("no XML", SENDER, SENT)))
                .isInstanceOfSatisfying(
                        WeComRequest.Signed.class,
                        signed -> assertThat(signed.payload().textValue()).isEqualTo("no XML"));
    }

    @Test
    void anAnswerIsSealedAsThePlatformReadsIt() {
        byte[] random = new byte[WeComSeal.RANDOM];
        for (int i = 0; i < random.length; i++) {
            random[i] = (byte) i;
        }
        String message = "<xml><a><![CDATA[已收到]]></a></xml>";

        String sealed = new WeComSeal(TOKEN, KEY, CORP).sealed(message, SENT, random);

        assertThat(SignedWeComCallback.answer(sealed, SENDER)).isEqualTo(message);
        assertThat(sealed).contains("<TimeStamp>1409659813</TimeStamp>");
    }

    @Test
    void secretsAreNotPrinted() {
        assertThat(KEYS + " " + new WeComSeal(TOKEN, KEY, CORP)).contains(CORP).doesNotContain(TOKEN, KEY);
    }

    private static WeComRequest read(SignedWeComCallback callback) {
        return WeComRequest.read(signature(callback), callback.body().getBytes(StandardCharsets.UTF_8), KEYS, SENT);
    }

    private static WeComSignature signature(SignedWeComCallback callback) {
        return new WeComSignature(callback.signature(), callback.timestamp(), callback.nonce());
    }
}
