package dev.agenthost.im.wecom.signing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.testkit.wecom.SignedWeComCallback;
import dev.agenthost.testkit.wecom.SignedWeComCallback.Sender;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class WeComCipherPropertyTest {
    private static final String KEY = "jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C";
    private static final String CORP = "wx5823bf96d3bd56c7";

    @Property
    void whatIsEncryptedIsDecrypted(@ForAll byte[] message, @ForAll @Size(16) byte[] random) {
        String encrypted = WeComCipher.encrypt(message, KEY, CORP, random);

        assertThat(WeComCipher.decrypt(encrypted, KEY, CORP)).hasValue(message);
        assertThat(WeComCipher.decrypt(encrypted, KEY, CORP + "x")).isEmpty();
        assertThat(Base64.getDecoder().decode(encrypted).length % 32).isZero();
    }

    @Property
    void whatThePlatformEncryptsIsDecrypted(@ForAll String message) {
        String plain = new String(message.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        SignedWeComCallback callback =
                SignedWeComCallback.of(plain, new Sender("t", KEY, CORP), Instant.ofEpochSecond(1));

        assertThat(WeComCipher.decrypt(callback.encrypted(), KEY, CORP))
                .hasValueSatisfying(read ->
                        assertThat(new String(read, StandardCharsets.UTF_8)).isEqualTo(plain));
    }

    @Property
    void anyOtherBytesAreRefusedWithoutAFailure(@ForAll byte[] bytes, @ForAll long seed) {
        byte[] blocks = new byte[32 * (1 + bytes.length % 4)];
        new Random(seed).nextBytes(blocks);

        assertThat(WeComCipher.decrypt(Base64.getEncoder().encodeToString(blocks), KEY, CORP))
                .isEmpty();
        assertThat(WeComCipher.decrypt(Base64.getEncoder().encodeToString(bytes), KEY, CORP))
                .isEmpty();
    }
}
