/**
 * Tests of the coherence core: transcripts of what it answers, the models, and the page that explains it. Start reading at
 * {@link io.lambdafs.coherence.TranscriptsTest}.
 */
@NullMarked
package io.lambdafs.coherence;

import org.jspecify.annotations.NullMarked;
