package dev.agenthost.context.meaning.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.meaning.SearchSettings;
import dev.agenthost.door.problem.Problem;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.Iterator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Search settings as people write and see them, and what they are told where they are none. */
final class SearchSettingsBodies {
    private static final String BY_MEANING = "by_meaning";
    private static final Pattern TAG = Pattern.compile("\"(\\d{1,9})\"");

    private SearchSettingsBodies() {}

    /** What nobody understands is refused. */
    static boolean read(byte[] body) {
        JsonNode given = object(body);
        for (Iterator<String> names = given.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!name.equals(BY_MEANING)) {
                throw invalid(name, "is no field here");
            }
        }
        JsonNode value = given.path(BY_MEANING);
        if (!value.isBoolean()) {
            throw invalid(BY_MEANING, "must be true or false");
        }
        return value.booleanValue();
    }

    static byte[] of(SearchSettings settings, long waiting) {
        return ProtocolCodec.encode(JsonNodeFactory.instance
                .objectNode()
                .put(BY_MEANING, settings.byMeaning())
                .put("waiting", waiting));
    }

    static String tag(SearchSettings settings) {
        return "\"" + settings.version() + "\"";
    }

    /** @return empty for {@code *} */
    static Optional<Integer> expected(@Nullable String ifMatch) {
        if (ifMatch == null) {
            throw new ProblemException(
                    Problem.withStatus(
                            428,
                            FailureCode.PRECONDITION_FAILED,
                            "Send If-Match with the ETag of what you read, or with * to replace whatever is there.",
                            null),
                    null);
        }
        if (ifMatch.strip().equals("*")) {
            return Optional.empty();
        }
        Matcher tag = TAG.matcher(ifMatch.strip());
        if (!tag.matches()) {
            throw stale("The If-Match is no ETag of ours.");
        }
        return Optional.of(Integer.parseInt(tag.group(1)));
    }

    static ProblemException stale(String detail) {
        return new ProblemException(FailureCode.PRECONDITION_FAILED, detail);
    }

    private static JsonNode object(byte[] body) {
        try {
            JsonNode given = ProtocolCodec.readTree(body);
            if (given.isObject()) {
                return given;
            }
        } catch (UndecodableException e) {
            // Answered below, like every other body that is none.
        }
        throw new ProblemException(FailureCode.INVALID_ARGUMENT, "The body is no JSON object.");
    }

    private static ProblemException invalid(String field, String why) {
        return new ProblemException(FailureCode.INVALID_ARGUMENT, field + " " + why + ".", field);
    }
}
