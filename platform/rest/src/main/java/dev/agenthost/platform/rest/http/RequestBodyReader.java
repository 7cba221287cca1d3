package dev.agenthost.platform.rest.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.platform.rest.JsonProblems;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.UnknownField;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.MemberNames;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.function.Supplier;

/** Reads request bodies; a breach is a 400 that names the field. */
public final class RequestBodyReader {
    private RequestBodyReader() {}

    /** Returns a body of that type; an unknown field is refused, so that a mistyped one does not silently get its default. */
    public static <T> T read(byte[] body, Class<T> type) {
        try {
            JsonNode tree = ProtocolCodec.readTree(body);
            T read = ProtocolCodec.decode(body, type);
            UnknownField.in(tree, ProtocolCodec.completeTree(read), "").ifPresent(field -> {
                throw invalid(field, "is unknown" + MemberNames.suggestion(field, type));
            });
            return read;
        } catch (UndecodableException e) {
            throw invalid(e.field(), e.why());
        }
    }

    /** Returns the supplied value; an invalid field is a 400. */
    public static <T> T checked(Supplier<T> value) {
        try {
            return value.get();
        } catch (InvalidFieldException e) {
            throw invalid(e.field(), e.why());
        }
    }

    /** @param field or the root, for the whole body */
    public static ProblemException invalid(String field, String why) {
        return new ProblemException(JsonProblems.invalid("", field, why), null);
    }
}
