package dev.agenthost.door.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyRingTest {

    private final KeyRing ring =
            new KeyRing(List.of(key("ada", "k-ada", "red"), key("bob", "k-bob", "blue")), "between");

    @Test
    void aKeyOpensItsOwnWorkspace() {
        assertThat(ring.admit("Bearer k-ada")).isEqualTo(new Admission.Admitted("ada", "red"));
        assertThat(ring.admit("bearer  k-bob ")).isEqualTo(new Admission.Admitted("bob", "blue"));
    }

    @Test
    void anUnknownKeyOpensNothing() {
        assertThat(ring.admit("Bearer k-eve")).isEqualTo(new Admission.WrongKey());
        assertThat(ring.admit("Bearer between")).isEqualTo(new Admission.WrongKey());
    }

    @Test
    void withoutABearerKeyThereIsNoKey() {
        for (String header : new String[] {null, "", "Bearer", "Bearer ", "Basic k-ada", "k-ada"}) {
            assertThat(ring.admit(header)).as("%s", header).isEqualTo(new Admission.NoKey());
        }
    }

    @Test
    void onlyTheInternalKeyOpensTheInternalPaths() {
        assertThat(ring.opensInternal("Bearer between")).isTrue();
        assertThat(ring.opensInternal("Bearer k-ada")).isFalse();
        assertThat(ring.opensInternal(null)).isFalse();
    }

    @Test
    void withoutAnInternalKeyNothingOpensTheInternalPaths() {
        for (String absent : new String[] {null, "", " "}) {
            KeyRing closed = new KeyRing(List.of(), absent);
            assertThat(closed.opensInternal("Bearer ")).isFalse();
            assertThat(closed.opensInternal("Bearer x")).isFalse();
        }
    }

    @Test
    void oneKeyCannotOpenTwoWorkspaces() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KeyRing(List.of(key("a", "same", "red"), key("b", "same", "blue")), null))
                .withMessageContaining("b");
    }

    @Test
    void aDigestThatIsNoneIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ApiKey("ada", "abc", "red"))
                .withMessageContaining("ada");
    }

    private static ApiKey key(String name, String key, String workspace) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return new ApiKey(name, HexFormat.of().formatHex(digest), workspace);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
