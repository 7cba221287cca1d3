package dev.agenthost.context.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.artifact.tika.TikaContentTypes;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.artifact.FileLimits;
import dev.agenthost.protocol.store.artifact.FilePurpose;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileRulesTest {
    private static final UUID ID = UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e");
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0};

    private final FileRules rules = new FileRules(new TikaContentTypes());

    @Test
    void aValidFileHasItsOwnKeyAndTheTypeOfItsContent() {
        NewFile file = fit(new FileUpload("/home/me/Ünïcode logo.PNG", "config", null, PNG));

        assertThat(file.fileKey()).isEqualTo("0f8fad5bd9cb469fa16570867728950e.png");
        assertThat(file.name()).isEqualTo("Ünïcode logo.PNG");
        assertThat(file.purpose()).isEqualTo(FilePurpose.CONFIG);
        assertThat(file.mimeType()).isEqualTo("image/png");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "..a..", "a.tar.", "x.a-b", "a.toolongextension"})
    void everyNameGivesAValidKey(String name) {
        assertThat(FileLimits.isKey(
                        fit(new FileUpload(name, "config", null, text())).fileKey()))
                .isTrue();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "/", "..", "\u0000", "a/.."})
    void anInvalidNameIsRefused(String name) {
        assertThat(unfit(new FileUpload(name, "config", null, text())).field()).isEqualTo("name");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "CONFIG", "avatar"})
    void anInvalidPurposeIsRefused(String purpose) {
        assertThat(unfit(new FileUpload("a", purpose, null, text())).field()).isEqualTo("purpose");
    }

    @Test
    void emptyAndTooLargeFilesAreRefused() {
        assertThat(unfit(new FileUpload("a", "config", null, new byte[0])).code())
                .isEqualTo(FailureCode.INVALID_ARGUMENT);
        assertThat(fit(new FileUpload("a", "config", null, new byte[FileLimits.BYTES]))
                        .content()
                        .size())
                .isEqualTo(FileLimits.BYTES);
        assertThat(unfit(new FileUpload("a", "config", null, new byte[FileLimits.BYTES + 1]))
                        .code())
                .isEqualTo(FailureCode.PAYLOAD_TOO_LARGE);
    }

    @ParameterizedTest
    @CsvSource({"image/png", "application/octet-stream", "application/x-www-form-urlencoded; charset=UTF-8", "' '"})
    void theDeclaredTypeMayMatchOrBeAbsent(String declared) {
        assertThat(fit(new FileUpload("a.png", "config", declared, PNG)).mimeType())
                .isEqualTo("image/png");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "nonsense", "multipart/form-data; boundary=x", "Multipart/Mixed"})
    void aWrongDeclaredTypeIsRefused(String declared) {
        FileValidation.Invalid unfit = unfit(new FileUpload("a.png", "config", declared, PNG));

        assertThat(unfit.code()).isEqualTo(FailureCode.UNSUPPORTED_MEDIA_TYPE);
        assertThat(unfit.field()).isEqualTo("Content-Type");
    }

    private NewFile fit(FileUpload given) {
        return ((FileValidation.Valid) rules.validate("w", given, "k", ID)).file();
    }

    private FileValidation.Invalid unfit(FileUpload given) {
        return (FileValidation.Invalid) rules.validate("w", given, "k", ID);
    }

    private static byte[] text() {
        return "hello".getBytes(StandardCharsets.UTF_8);
    }
}
