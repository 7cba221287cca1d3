package dev.agenthost.platform.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.security.AccessKey;
import dev.agenthost.protocol.security.KeyRole;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiKeyRegistryTest {

    private final ApiKeyRegistry ring =
            new ApiKeyRegistry(List.of(key("ada", "k-ada", "red"), key("bob", "k-bob", "blue")), "between");

    @Test
    void aKeyOpensItsOwnWorkspace() {
        assertThat(ring.admit("Bearer k-ada")).isEqualTo(new AuthenticationResult.Admitted(key("ada", "k-ada", "red")));
        assertThat(ring.admit("bearer  k-bob "))
                .isEqualTo(new AuthenticationResult.Admitted(key("bob", "k-bob", "blue")));
    }

    @Test
    void anUnknownKeyOpensNothing() {
        ring.complete();
        assertThat(ring.admit("Bearer k-eve")).isEqualTo(new AuthenticationResult.WrongKey());
        assertThat(ring.admit("Bearer between")).isEqualTo(new AuthenticationResult.WrongKey());
    }

    @Test
    void whileKeysAreReadNobodyCallsAnUnknownKeyWrong() {
        assertThat(ring.admit("Bearer k-eve")).isEqualTo(new AuthenticationResult.StillReading());
        assertThat(ring.admit("Bearer k-ada")).isInstanceOf(AuthenticationResult.Admitted.class);
        assertThat(ring.admit(null)).isEqualTo(new AuthenticationResult.NoKey());
    }

    @Test
    void withoutABearerKeyThereIsNoKey() {
        for (String header : new String[] {null, "", "Bearer", "Bearer ", "Basic k-ada", "k-ada"}) {
            assertThat(ring.admit(header)).as("%s", header).isEqualTo(new AuthenticationResult.NoKey());
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
            ApiKeyRegistry closed = new ApiKeyRegistry(List.of(), absent);
            assertThat(closed.opensInternal("Bearer ")).isFalse();
            assertThat(closed.opensInternal("Bearer x")).isFalse();
        }
    }

    @Test
    void oneKeyCannotOpenTwoWorkspaces() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ApiKeyRegistry(List.of(key("a", "same", "red"), key("b", "same", "blue")), null))
                .withMessageContaining("b");
    }

    @Test
    void aDigestThatIsNoneIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ApiKey.configured("ada", "abc", "red", KeyRole.ADMIN, Set.of()))
                .withMessageContaining("ada");
    }

    @Test
    void anIssuedKeyOpensUntilItIsRevoked() {
        AccessKey made = issued("k1", "s1", KeyRole.VIEWER);
        ring.complete();
        ring.take(made);
        assertThat(ring.admit("Bearer s1"))
                .isInstanceOfSatisfying(
                        AuthenticationResult.Admitted.class,
                        in -> assertThat(in.key().keyId()).isEqualTo("k1"));

        ring.take(made.revoked(Instant.EPOCH, "ada"));

        assertThat(ring.admit("Bearer s1")).isEqualTo(new AuthenticationResult.WrongKey());
        assertThat(ring.isRevoked("k1")).isTrue();
        assertThat(ring.admit("Bearer k-ada")).isInstanceOf(AuthenticationResult.Admitted.class);
    }

    /** A producer that was thought dead may write late: nothing it says brings a revoked key back. */
    @Property
    void aRevocationIsFinalInWhateverOrderAndHoweverOftenRecordsCome(@ForAll List<Boolean> order) {
        AccessKey made = issued("k1", "s1", KeyRole.VIEWER);
        ApiKeyRegistry late = new ApiKeyRegistry(List.of(), null);
        late.complete();
        order.forEach(revoked -> late.take(revoked ? made.revoked(Instant.EPOCH, "ada") : made));
        boolean opens = !order.isEmpty() && !order.contains(true);
        assertThat(late.admit("Bearer s1") instanceof AuthenticationResult.Admitted)
                .isEqualTo(opens);
    }

    @Test
    void onlyARunnersKeyLetsARunnerIn() {
        ring.take(issued("k1", "s1", KeyRole.ADMIN));
        ring.take(issued("k2", "s2", KeyRole.RUNNER));
        assertThat(ring.runnerKey("s1")).isEmpty();
        assertThat(ring.runnerKey("k-ada")).isEmpty();
        assertThat(ring.runnerKey("s2"))
                .hasValueSatisfying(key -> assertThat(key.keyId()).isEqualTo("k2"));
        ring.take(issued("k2", "s2", KeyRole.RUNNER).revoked(Instant.EPOCH, "ada"));
        assertThat(ring.runnerKey("s2")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "VIEWER,   READ FETCH",
        "OPERATOR, READ INSPECT FETCH SAY CANCEL",
        "ADMIN,    READ INSPECT FETCH SAY CANCEL CONFIGURE KEYS DEAD_LETTERS",
        "ADAPTER,  FETCH SAY",
        "RUNNER,   ''"
    })
    void aRoleHasTheseRightsAndNoOthers(KeyRole role, String rights) {
        ApiKey key = ApiKey.configured("a", digest("a"), "red", role, Set.of());
        assertThat(Stream.of(AccessRight.values())
                        .filter(key::may)
                        .map(AccessRight::name)
                        .collect(Collectors.joining(" ")))
                .isEqualTo(rights);
    }

    @Test
    void theHostKeyMakesKeysRedrivesDeadLettersAndDoesNothingElse() {
        ApiKey host = ApiKey.configured("host", digest("h"), ApiKey.HOST, KeyRole.ADMIN, Set.of());
        assertThat(AccessRight.values())
                .filteredOn(host::may)
                .containsExactly(AccessRight.KEYS, AccessRight.DEAD_LETTERS);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ApiKey.configured("host", digest("h"), ApiKey.HOST, KeyRole.VIEWER, Set.of()));
    }

    @Test
    void aRecordThatIsNoKeyIsGarbageAndSaysNothingOfWhatIsInIt() {
        AccessKey made = issued("k1", "s1", KeyRole.VIEWER);
        byte[] value = ProtocolCodec.encode(made);
        byte[] host = new String(value, StandardCharsets.UTF_8)
                .replace("\"workspace_id\":\"red\"", "\"workspace_id\":\"*\"")
                .getBytes(StandardCharsets.UTF_8);
        assertThat(ApiKeyRecordReader.read(bytes("k1"), value)).isEqualTo(new ApiKeyRecordReader.Reading.Known(made));
        for (var read : List.of(
                ApiKeyRecordReader.read(null, value),
                ApiKeyRecordReader.read(bytes("k1"), null),
                ApiKeyRecordReader.read(bytes("k2"), value),
                ApiKeyRecordReader.read(bytes("k1/revoked"), value),
                ApiKeyRecordReader.read(bytes("k1"), host),
                ApiKeyRecordReader.read(bytes("k1"), bytes("hush")),
                ApiKeyRecordReader.read(bytes("k1"), bytes("{\"key_id\":\"k1\",\"role\":\"hush\"}")))) {
            assertThat(read).isInstanceOfSatisfying(ApiKeyRecordReader.Reading.Garbage.class, garbage -> assertThat(
                            garbage.why())
                    .doesNotContain("hush"));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static AccessKey issued(String id, String secret, KeyRole role) {
        return new AccessKey(
                id,
                "red",
                id,
                role,
                List.of(),
                List.of("*"),
                List.of("red"),
                digest(secret),
                "last",
                Instant.EPOCH,
                "ada",
                null,
                null);
    }

    private static ApiKey key(String name, String key, String workspace) {
        return ApiKey.configured(name, digest(key), workspace, KeyRole.ADMIN, Set.of(ApiKey.ANY));
    }

    private static String digest(String key) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes(key)));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
