/** Object stores that speak S3. */
@NullMarked
package dev.agenthost.context.object.s3;

import org.jspecify.annotations.NullMarked;
