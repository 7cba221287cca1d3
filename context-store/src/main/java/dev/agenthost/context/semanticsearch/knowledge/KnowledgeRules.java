package dev.agenthost.context.semanticsearch.knowledge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.knowledge.KnowledgeQuestion;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rules of knowledge bases and their documents, beyond those of the types. Each breach names its field. */
public final class KnowledgeRules {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,127}");
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_DESCRIPTION = 2_000;
    private static final int LONGEST_FILENAME = 255;
    private static final int MOST_METADATA = 4 * 1024;

    private KnowledgeRules() {}

    public static String id(String value, String field) {
        if (!ID.matcher(value).matches()) {
            throw new InvalidFieldException(
                    field, "must be up to 128 letters, digits and . _ : -, a letter or digit first");
        }
        return value;
    }

    /** Checks a knowledge base and returns it. */
    public static KnowledgeBase check(KnowledgeBase base) {
        id(base.kbId(), "kb_id");
        line(base.name(), "name", LONGEST_NAME);
        String description = base.description();
        if (description != null && (description.length() > LONGEST_DESCRIPTION || !StoredText.fits(description))) {
            throw new InvalidFieldException(
                    "description", "is longer than " + LONGEST_DESCRIPTION + " characters, or holds what is none");
        }
        if (!base.embedding().equals(KnowledgeBase.IN_PROCESS)) {
            throw new InvalidFieldException("embedding", "must be " + KnowledgeBase.IN_PROCESS);
        }
        if (base.embeddingModel() != null) {
            id(base.embeddingModel(), "embedding_model");
        }
        return base;
    }

    /** Checks the file name of a document: one line of at most 255 characters. */
    public static String filename(@Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new InvalidFieldException("filename", "is missing");
        }
        return line(value, "filename", LONGEST_FILENAME);
    }

    /** Checks metadata, which filters may compare: strings, numbers and booleans under names. */
    public static ObjectNode metadata(JsonNode value) {
        if (!(value instanceof ObjectNode object)) {
            throw new InvalidFieldException("metadata", "must be an object");
        }
        try {
            KnowledgeQuestion.filters(object);
        } catch (InvalidFieldException e) {
            throw new InvalidFieldException(e.field().replaceFirst("^filters", "metadata"), e.why());
        }
        if (ProtocolCodec.encode(object).length > MOST_METADATA) {
            throw new InvalidFieldException("metadata", "is larger than " + MOST_METADATA / 1024 + " KiB");
        }
        return object;
    }

    private static String line(String text, String field, int longest) {
        if (text.length() > longest || text.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidFieldException(field, "is longer than " + longest + " characters, or no one line");
        }
        return text;
    }
}
