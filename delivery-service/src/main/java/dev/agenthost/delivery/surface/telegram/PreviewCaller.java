package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.telegram.streaming.ChatOperation;
import io.smallrye.mutiny.Uni;
import java.util.function.BooleanSupplier;

/** Makes the calls of the preview of one part. */
interface PreviewCaller {

    /** Makes the call of an operation. Never fails. */
    Uni<CallOutcome> call(ChatOperation operation, BooleanSupplier maySend);
}
