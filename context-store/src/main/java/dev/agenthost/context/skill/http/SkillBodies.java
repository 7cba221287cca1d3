package dev.agenthost.context.skill.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.skill.Skill;
import dev.agenthost.context.skill.SkillDocument;
import dev.agenthost.context.skill.SkillRules;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.MemberNames;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.skill.SkillLimits;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads requests about skills; each breach is an error that names the field. */
final class SkillBodies {
    /** Largest body in bytes: in JSON a character may take six. */
    private static final int LARGEST = 6 * (SkillLimits.INSTRUCTIONS_BYTES + SkillLimits.FILES_BYTES) + 64 * 1024;

    private static final Set<String> FIELDS = Set.of(
            "name",
            "workspace_id",
            "display_name",
            "description",
            "instructions",
            "files",
            "enabled",
            "registered_by",
            "version",
            "changed_at");
    private static final Set<String> FIELDS_OF_A_FILE = Set.of("path", "content");

    private SkillBodies() {}

    /** Reads the skill of a body; refuses unknown fields, so that a mistyped field does not silently get its default. */
    static SkillDocument read(byte[] body, @Nullable String contentType) {
        if (body.length > LARGEST) {
            throw new ProblemException(FailureCode.PAYLOAD_TOO_LARGE, "A skill is smaller than this.");
        }
        return contentType != null
                        && contentType.strip().toLowerCase(Locale.ROOT).startsWith(SkillMarkdown.TYPE)
                ? SkillMarkdown.read(body)
                : json(body);
    }

    private static SkillDocument json(byte[] body) {
        try {
            JsonNode json = ProtocolCodec.readTree(body);
            known(json, FIELDS, "");
            JsonNode files = json.path("files");
            for (int i = 0; i < files.size(); i++) {
                known(files.path(i), FIELDS_OF_A_FILE, "files[" + i + "].");
            }
            return ProtocolCodec.decode(json, SkillDocument.class);
        } catch (UndecodableException e) {
            throw e.field().equals(UndecodableException.ROOT)
                    ? new ProblemException(FailureCode.INVALID_ARGUMENT, "The body " + e.why() + ".")
                    : invalid(e.field(), e.why());
        }
    }

    private static void known(JsonNode object, Set<String> fields, String at) {
        object.fieldNames().forEachRemaining(field -> {
            if (!fields.contains(field)) {
                throw invalid(at + field, "is unknown" + MemberNames.suggestion(field, fields));
            }
        });
    }

    static Skill checked(Supplier<Skill> skill) {
        try {
            return SkillRules.check(skill.get());
        } catch (InvalidFieldException e) {
            throw invalid(e.field(), e.why());
        }
    }

    static @Nullable String cursor(@Nullable String text) {
        if (text != null && !SkillLimits.isName(text)) {
            throw invalid("cursor", "is invalid");
        }
        return text;
    }

    /** Checks the name in an address; an invalid name is answered like an unknown one. */
    static String named(String name) {
        if (!SkillLimits.isName(name)) {
            throw ProblemException.notFound();
        }
        return name;
    }

    static ProblemException nothingToReplace() {
        return new ProblemException(FailureCode.PRECONDITION_FAILED, "There is no skill of this name to replace.");
    }

    static ProblemException unsaid() {
        return new ProblemException(
                Problem.withStatus(
                        428,
                        FailureCode.PRECONDITION_FAILED,
                        "There is a skill of this name. Send If-Match with the ETag of what you read, or with * to replace"
                                + " whatever is there.",
                        null),
                null);
    }

    static ProblemException invalid(String field, String why) {
        return new ProblemException(FailureCode.INVALID_ARGUMENT, field + " " + why + ".", field);
    }
}
