package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;

/** The calls of a run under their names on the wire; all other methods use these. */
public interface Calls {
    /**
     * Any call by its name on the wire, for instance {@code call_tool}.
     *
     * @param data without {@code run_id}, which is added
     * @return the answer's data
     */
    ObjectNode call(String action, ObjectNode data);

    /**
     * A call with a streamed answer, for instance {@code invoke_llm_stream}. Returns after the last chunk.
     *
     * @param chunk receives the data of each chunk, on the calling thread, in order
     */
    void stream(String action, ObjectNode data, Consumer<ObjectNode> chunk);

    /** Reads an answer; an unreadable one is the error {@code host.malformed_response}. */
    <T> T read(ObjectNode data, Class<T> type);
}
