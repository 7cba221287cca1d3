package dev.agenthost.context.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.ArtifactPut;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ArtifactRulesTest {
    private static final String ABC_SHA = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    /** Accepts every declared type except images. */
    private static final ContentTypes TYPES = (bytes, name, declared) -> switch (declared == null ? "" : declared) {
        case "" -> new MimeTypeValidation.Accepted("text/plain");
        case "nonsense" -> new MimeTypeValidation.NoType();
        case "image/png" -> new MimeTypeValidation.Mismatch("text/html");
        default -> new MimeTypeValidation.Accepted(declared);
    };

    private final ArtifactRules rules = new ArtifactRules(TYPES);
    private final ArtifactOwner owner = Artifacts.owner(UUID.randomUUID(), "c");

    @Test
    void measuresTheContent() {
        NewArtifact fit = fit(put(null, null, "report.txt", 3L, ABC_SHA.toUpperCase(), Artifacts.base64("abc")));

        assertThat(fit.content().size()).isEqualTo(3);
        assertThat(fit.content().sha256()).isEqualTo(ABC_SHA);
        assertThat(fit.mimeType()).isEqualTo("text/plain");
        assertThat(fit.name()).isEqualTo("report.txt");
    }

    @Test
    void anEmptyFileIsAFile() {
        assertThat(fit(put(null, null, null, 0L, null, "")).content().size()).isZero();
    }

    @Test
    void theHostsIdIsStableForAnOperationAcrossAttempts() {
        String first = fit(Artifacts.text(owner, 1, "result/3", "a")).artifactId();

        assertThat(fit(Artifacts.text(owner, 2, "result/3", "b")).artifactId()).isEqualTo(first);
        assertThat(fit(Artifacts.text(owner, 1, "result/4", "a")).artifactId()).isNotEqualTo(first);
        assertThat(fit(Artifacts.text(Artifacts.owner(UUID.randomUUID(), "c"), 1, "result/3", "a"))
                        .artifactId())
                .isNotEqualTo(first);
        assertThat(fit(Artifacts.named(owner, 1, "result/3", "mine", "a")).artifactId())
                .isEqualTo("mine");
    }

    @Test
    void refusesBytesThatDoNotMatchTheirDeclaration() {
        assertUnfit(put(null, null, null, null, null, "***"), FailureCode.INVALID_ARGUMENT, "content_base64");
        assertUnfit(
                put(null, null, null, 4L, null, Artifacts.base64("abc")), FailureCode.INVALID_ARGUMENT, "size_bytes");
        assertUnfit(put(null, null, null, null, "00", Artifacts.base64("abc")), FailureCode.DIGEST_MISMATCH, "sha256");
        assertUnfit(
                put(null, "image/png", null, null, null, Artifacts.base64("<html>")),
                FailureCode.UNSUPPORTED_MEDIA_TYPE,
                "mime_type");
        assertUnfit(
                put(null, "nonsense", null, null, null, Artifacts.base64("a")),
                FailureCode.INVALID_ARGUMENT,
                "mime_type");
    }

    @Test
    void acceptsAtMostAMebibyte() {
        byte[] largest = new byte[ArtifactRules.INLINE_BYTES];
        assertThat(fit(put(null, null, null, null, null, Artifacts.base64(largest)))
                        .content()
                        .size())
                .isEqualTo(largest.length);
        for (int more : new int[] {1, 2, 3, 1000}) {
            byte[] large = new byte[ArtifactRules.INLINE_BYTES + more];
            assertUnfit(
                    put(null, null, null, null, null, Artifacts.base64(large)),
                    FailureCode.PAYLOAD_TOO_LARGE,
                    "content_base64");
        }
    }

    @Test
    void refusesMetadataThatIsTooLargeTooDeepOrCannotBeStored() {
        ObjectNode large = object().put("x", "y".repeat(ArtifactRules.METADATA_BYTES));
        ObjectNode deep = object();
        ObjectNode inner = deep;
        for (int i = 0; i < ArtifactRules.METADATA_DEPTH; i++) {
            inner = inner.putObject("x");
        }
        assertUnfit(with(large), FailureCode.PAYLOAD_TOO_LARGE, "metadata");
        assertUnfit(with(deep), FailureCode.INVALID_ARGUMENT, "metadata");
        assertUnfit(with(object().put("x", "a\0b")), FailureCode.INVALID_ARGUMENT, "metadata");
    }

    @Test
    void refusesInvalidIdsAndTypes() {
        String abc = Artifacts.base64("abc");
        for (String bad : new String[] {" ", "a\nb", "a\0b", "x".repeat(ArtifactRules.NAME_LENGTH + 1)}) {
            assertUnfit(put(bad, null, null, null, null, abc), FailureCode.INVALID_ARGUMENT, "artifact_id");
        }
        assertUnfit(put(null, "text/plain\r\nX: y", null, null, null, abc), FailureCode.INVALID_ARGUMENT, "mime_type");
    }

    @Test
    void refusesIdsOfTheHostFromRunners() {
        String hosts = fit(Artifacts.text(owner, 1, "result/1", "a")).artifactId();

        assertUnfit(Artifacts.named(owner, 1, "result/2", hosts, "b"), FailureCode.INVALID_ARGUMENT, "artifact_id");
        assertUnfit(
                Artifacts.named(owner, 1, "result/2", hosts.toUpperCase(), "b"),
                FailureCode.INVALID_ARGUMENT,
                "artifact_id");
        assertThat(rules.validate(put(hosts, null, null, null, null, null)))
                .isEqualTo(new ArtifactValidation.Names(hosts));
        String random = UUID.randomUUID().toString();
        assertThat(fit(Artifacts.named(owner, 1, "result/2", random, "b")).artifactId())
                .isEqualTo(random);
    }

    @Test
    void withoutBytesItMustNameAnArtifact() {
        assertThat(rules.validate(put("mine", null, null, null, null, null)))
                .isEqualTo(new ArtifactValidation.Names("mine"));
        assertUnfit(put(null, null, null, null, null, null), FailureCode.INVALID_ARGUMENT, "content_base64");
    }

    @Test
    void aScopeIsOneOfSixThatTheRunHas() {
        ArtifactOwner whole = new ArtifactOwner(
                "demo", owner.runId(), "bot", "c", null, "b1", "ada", ArtifactOwner.subject("order", "7/1"));
        for (ArtifactScope scope : ArtifactScope.values()) {
            assertThat(fit(scoped(whole, scope.wire(), null)).scope()).isEqualTo(scope);
        }
        assertThat(fit(scoped(owner, null, null)).scope()).isEqualTo(ArtifactScope.CONVERSATION);
        for (String bad : new String[] {"binding", "actor", "subject", "world", "", "ACTOR"}) {
            assertUnfit(scoped(owner, bad, null), FailureCode.INVALID_ARGUMENT, "scope");
        }
        assertThat(ArtifactScope.SUBJECT.key(whole)).isEqualTo("order/7%2F1");
        assertThat(ArtifactScope.ACTOR.key(whole)).isEqualTo("ada");
        assertThat(ArtifactScope.CONVERSATION.key(whole)).isNull();
    }

    @Test
    void aSummaryIsShortOrElseTheTitle() {
        assertThat(fit(scoped(owner, null, "what it\nis")).summary()).isEqualTo("what it\nis");
        String longest = "\uD83D\uDE00".repeat(ArtifactRules.SUMMARY_LENGTH);
        assertThat(fit(scoped(owner, null, longest)).summary()).isEqualTo(longest);
        for (String bad : new String[] {" ", "", "a\0b", "a\u001bb", longest + "x"}) {
            assertUnfit(scoped(owner, null, bad), FailureCode.INVALID_ARGUMENT, "summary");
        }
        assertThat(fit(with(object().put("title", "Plan"))).summary()).isEqualTo("Plan");
        assertThat(fit(with(object().put("title", "x".repeat(501)))).summary()).isNull();
        assertThat(fit(with(object().put("title", 7))).summary()).isNull();
        assertThat(fit(with(object())).summary()).isNull();
    }

    private static ArtifactPut scoped(ArtifactOwner who, String scope, String summary) {
        return new ArtifactPut(
                who,
                1,
                "1/result/1",
                "result/1",
                Artifacts.RUNNER,
                "file",
                null,
                null,
                null,
                null,
                null,
                object(),
                Artifacts.base64("abc"),
                scope,
                summary);
    }

    @Test
    void aNameIsAFileNameAndNoPath() {
        assertThat(FileNames.plain("report.txt")).isEqualTo("report.txt");
        assertThat(FileNames.plain("../../etc/passwd")).isEqualTo("passwd");
        assertThat(FileNames.plain("C:\\temp\\a.exe")).isEqualTo("a.exe");
        assertThat(FileNames.plain("a\r\nb\0c\u202Egnp.exe")).isEqualTo("abcgnp.exe");
        assertThat(FileNames.plain("报告 \uD83D\uDE00.pdf")).isEqualTo("报告 \uD83D\uDE00.pdf");
        assertThat(FileNames.plain("x".repeat(300))).hasSize(255);
        for (String none : new String[] {"", " ", ".", "..", "a/", "\n"}) {
            assertThat(FileNames.plain(none)).isNull();
        }
        assertThat(FileNames.plain(null)).isNull();
    }

    @Test
    void aRangeStaysWithinTheBytes() {
        assertThat(ByteRange.of(0, 10, 3)).isEqualTo(new ByteRange(0, 3));
        assertThat(ByteRange.of(1, 1, 3)).isEqualTo(new ByteRange(1, 2));
        assertThat(ByteRange.of(3, 1, 3).length()).isZero();
        assertThat(ByteRange.of(Long.MAX_VALUE, Long.MAX_VALUE, 3).length()).isZero();
    }

    private ArtifactPut put(String id, String mimeType, String name, Long size, String sha256, String base64) {
        return Artifacts.put(owner, 1, "result/1", id, mimeType, name, size, sha256, base64);
    }

    private ArtifactPut with(ObjectNode metadata) {
        return new ArtifactPut(
                owner,
                1,
                "1/result/1",
                "result/1",
                Artifacts.RUNNER,
                "file",
                null,
                null,
                null,
                null,
                null,
                metadata,
                Artifacts.base64("abc"));
    }

    private NewArtifact fit(ArtifactPut put) {
        return ((ArtifactValidation.Valid) rules.validate(put)).artifact();
    }

    private void assertUnfit(ArtifactPut put, FailureCode code, String field) {
        assertThat(rules.validate(put)).isInstanceOfSatisfying(ArtifactValidation.Invalid.class, unfit -> {
            assertThat(unfit.code()).isEqualTo(code);
            assertThat(unfit.field()).isEqualTo(field);
        });
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
