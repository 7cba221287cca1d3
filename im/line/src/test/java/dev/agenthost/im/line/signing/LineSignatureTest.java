package dev.agenthost.im.line.signing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The secret, the body and its signature are those of https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature/. */
class LineSignatureTest {
    private static final String SECRET = "8c570fa6dd201bb328f1c1eac23a96d8";
    private static final String BODY = "{\"destination\":\"U8e742f61d673b39c7fff3cecb7536ef0\",\"events\":[]}";
    private static final String DIGEST = "GhRKmvmHys4Pi8DxkF4+EayaH0OqtJtaZxgTD9fMDLs=";

    @Test
    void eachOfTheLiveSecretsIsAccepted() {
        assertThat(proves(DIGEST, BODY, SECRET)).isTrue();
        assertThat(proves(DIGEST, BODY, "old", SECRET)).isTrue();
        assertThat(proves(DIGEST, BODY, SECRET, "old")).isTrue();
        assertThat(proves(DIGEST, BODY, "old")).isFalse();
        assertThat(proves(DIGEST, BODY, "")).isFalse();
        assertThat(proves(DIGEST, BODY)).isFalse();
    }

    @Test
    void aMissingOrChangedSignatureProvesNothing() {
        assertThat(proves(null, BODY, SECRET)).isFalse();
        assertThat(proves("", BODY, SECRET)).isFalse();
        assertThat(proves("no Base64!", BODY, SECRET)).isFalse();
        assertThat(proves(DIGEST.toLowerCase(Locale.ROOT), BODY, SECRET)).isFalse();
        assertThat(proves(DIGEST.substring(0, 40), BODY, SECRET)).isFalse();
    }

    @Test
    void everyByteOfTheBodyIsSigned() {
        assertThat(proves(DIGEST, BODY + "\n", SECRET)).isFalse();
        assertThat(proves(DIGEST, BODY.replace("[]", "[ ]"), SECRET)).isFalse();
        assertThat(proves(DIGEST, "", SECRET)).isFalse();
    }

    private static boolean proves(@Nullable String digest, String body, String... secrets) {
        return new LineSignature(digest).proves(body.getBytes(StandardCharsets.UTF_8), List.of(secrets));
    }
}
